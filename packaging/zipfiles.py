"""Writes zip files that are the same for the same content: sorted, with one time for all entries."""
import time
import zipfile


def write(path, entries, epoch):
    """Writes `entries`, a list of (name, bytes, mode), in the given order if names have one (wheels end with RECORD)."""
    stamp = time.gmtime(max(epoch, 315532800))[:6]  # zip begins in 1980
    with zipfile.ZipFile(path, "w") as archive:
        for name, data, mode in entries:
            info = zipfile.ZipInfo(name, stamp)
            info.create_system = 3  # Unix, so that the mode counts
            info.external_attr = (0o100000 | mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=9)
