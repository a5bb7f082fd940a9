#!/usr/bin/env python3
"""What the documents of lots 4 and 5 share: they set their own page. See documents.py.

Needs:  what documents.py needs; for the scans and photos of lots 5 and 6 also scipy and ImageMagick.
"""
import os, subprocess
from documents import ANCC, JOINT, make_all, take_photo

DOCS = []


def brn(n):
    return [["California Board of Registered Nursing", "California BRN", "CA BRN", "Board of Registered Nursing", "California"],
            ["CEP " + n, n, "CEP" + n]]


def fl(*n):
    return [["Florida Board of Nursing", "Florida Board of Nursing (CE Broker)", "CE Broker", "Florida"], list(n)]


def lic(**k):
    return dict(kind="license", **k)


def cert(**k):
    return dict(kind="certification", **k)


def ce(**k):
    return dict(kind="ce", **k)


def doc(id, group, kind, note, expect, css, body, shot=None, crop=None, scan=None, lang="en"):
    """shot, scan: how phone.py shows it; crop: left, top, width, height in mm of the card that is photographed."""
    exact = "-webkit-print-color-adjust:exact" if shot else ""
    padding = "padding:0 2px" if shot else ""
    html = (f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Document</title><style>*{{box-sizing:border-box;{exact}}}'
            f'body{{margin:0;{padding}}}td,th{{text-align:left;vertical-align:top}}{css}</style></head><body>{body}</body></html>')
    DOCS.append(dict(id=id, html=html, shot=shot, crop=crop, scan=scan, on=None,
                     truth=dict(id=id, group=group, kind=kind, note=note, expect=expect)))


def print_pdf(d, path, tmp):
    src = os.path.join(tmp, d["id"] + ".html")
    with open(src, "w", encoding="utf-8") as f:
        f.write(d["html"])
    subprocess.run([os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={tmp}/profile",
                    f"--print-to-pdf={path}", "file://" + src], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=120)


def size_of(pdf):
    """Width and height of the first page, in inches."""
    info = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True).stdout
    line = next(line for line in info.splitlines() if line.startswith("Page size"))
    return float(line.split()[2]) / 72, float(line.split()[4]) / 72


def drawn(phone, pdf, dpi, tmp):
    subprocess.run(["pdftoppm", "-r", str(dpi), "-singlefile", pdf, os.path.join(tmp, "p")], check=True)
    return phone.read_ppm(os.path.join(tmp, "p.ppm"))


def show(d, text, out, tmp):
    """A photo like those of the other lots, or with the table, folds and light that `shot` names."""
    if d["shot"] is None:
        return take_photo(dict(d, size=size_of(text)), text, out, tmp)
    import phone
    dpi = 600 if d["crop"] else 330
    page = drawn(phone, text, dpi, tmp)
    if d["crop"]:
        x, y, w, h = (int(round(v / 25.4 * dpi)) for v in d["crop"])
        page = page[y:y + h, x:x + w].copy()
    phone.photo(page, out, **d["shot"])


def make(d, pdf, photo, tmp):
    text = os.path.join(tmp, d["id"] + ".pdf") if d["scan"] else pdf
    print_pdf(d, text, tmp)
    if d["scan"]:
        import phone
        phone.scan(drawn(phone, text, 200, tmp), pdf, **d["scan"])
    if photo:
        show(d, text, photo, tmp)


def main():
    make_all(DOCS, make)
