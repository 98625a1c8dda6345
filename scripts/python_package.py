"""Installs a Python package into an environment of its own; used by the checks that need one."""

import subprocess
import sys


def install(folder, package, timeout=300):
    """Installs the package into the folder, unless it is there; exits and says why where that cannot be done."""
    if (folder / "installed").exists():
        return
    for command in ([sys.executable, "-m", "venv", folder], [folder / "bin/pip", "install", "-q", package]):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        except (OSError, subprocess.TimeoutExpired) as error:
            sys.exit(f"cannot install {package}: {error}")
        if done.returncode != 0:
            last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
            sys.exit(f"cannot install {package}: {last}")
    (folder / "installed").touch()
