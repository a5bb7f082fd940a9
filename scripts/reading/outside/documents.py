#!/usr/bin/env python3
"""What the invented documents of the lots share: their truth, drawings, PDFs and photos. Nothing is downloaded.

Needs:  Chromium (the program that CHROMIUM names), pdftoppm and pdfinfo (poppler), Python 3, for photos with numpy and Pillow, and the fonts of
        the Liberation, DejaVu and URW base 35 families.

Every document is one call of doc(): page size in inches, HTML of its own layout, what it truly says, and (for cards) the region
of the page that the photo shows. Dates are ISO; a date that is printed as a month only is "2028-08". A list: any of these.
"""
import argparse, json, math, os, random, subprocess, sys, tempfile
try:
    import numpy as np
    from PIL import Image, ImageChops, ImageDraw, ImageFilter
except ImportError:  # PDFs need neither.
    np = None

DOCS = []


# ---------------------------------------------------------------- truth, in the format of the sample corpus
def lic(type, state, number, name, expires=None, issued=None):
    return drop(dict(kind="license", type=type, state=state, number=many(number), issuedAt=issued, expiresAt=expires, name=name))


def cert(code, title, issuer, number, holder, issued=None, expires=None):
    return drop(dict(kind="certification", code=code, name=title, issuer=many(issuer), number=many(number), issuedAt=issued,
                     expiresAt=expires, holder=holder))


def ce(title, provider, completed, hours, name, *approvers, unit=None):
    """approvers: pairs of (names, numbers), any pair counts; unit: what is printed where it is not contact hours."""
    return drop(dict(kind="ce", title=many(title), provider=many(provider), completedAt=completed, hours=hours, unit=unit, name=name,
                     approvers=[[many(n), many(x) or [None]] for n, x in approvers] or None))


def transcript(name, provider, courses):
    return dict(kind="transcript", name=name, provider=many(provider), courses=courses)


def many(v):
    return v if v is None or isinstance(v, list) else [v]


def drop(d):
    return {k: v for k, v in d.items() if v is not None}


ANCC = ["American Nurses Credentialing Center", "ANCC", "American Nurses Credentialing Center's Commission on Accreditation",
        "American Nurses Credentialing Center's Commission on Accreditation (ANCC)", "American Nurses Credentialing Center (ANCC)",
        "American Nurses Credentialing Center Commission on Accreditation"]
CABRN = ["California Board of Registered Nursing", "California BRN", "CA BRN", "Board of Registered Nursing"]
JOINT = ANCC + ["Joint Accreditation", "Joint Accreditation for Interprofessional Continuing Education",
                "Accreditation Council for Continuing Medical Education", "ACCME", "Accreditation Council for Pharmacy Education", "ACPE"]
FLBON = ["Florida Board of Nursing", "Florida Board of Nursing (CE Broker)", "CE Broker"]


def doc(note, size, html, *expect, crop=None, on=None):
    """crop: (x, y, width, height) in inches, the card that the photo shows; on: the table, else in turns."""
    lot = int(os.path.basename(sys.argv[0])[3])
    n = lot * 100 + len(DOCS) + 1
    kind = {"ce": "course"}.get(expect[0]["kind"], expect[0]["kind"])
    group = {"course": "ce", "transcript": "ce"}.get(kind, kind)
    DOCS.append(dict(id=f"L{n}", size=size, html=html, crop=crop, on=on,
                     truth=dict(id=f"L{n}", group=group, kind=kind, note=note, expect=list(expect))))


# ---------------------------------------------------------------- drawings
def seal(text, color="#555", size=110, inner="★", fill="none"):
    """A round seal with text on its ring."""
    i = abs(hash_(text + color)) % 10000
    teeth = "".join(f'<line x1="50" y1="1" x2="50" y2="4" transform="rotate({a} 50 50)"/>' for a in range(0, 360, 6))
    return (f'<svg width="{size}" height="{size}" viewBox="0 0 100 100" fill="{fill}" stroke="{color}"><g stroke-width="1.6">{teeth}</g>'
            f'<circle cx="50" cy="50" r="45"/><circle cx="50" cy="50" r="31"/>'
            f'<path id="s{i}" d="M50 50 m-35.5 0 a35.5 35.5 0 1 1 71 0 a35.5 35.5 0 1 1 -71 0" fill="none" stroke="none"/>'
            f'<g stroke="none" fill="{color}" font-family="Liberation Sans"><text font-size="8" letter-spacing=".5"><textPath href="#s{i}">{text}</textPath></text>'
            f'<text x="50" y="59" font-size="26" text-anchor="middle" font-family="DejaVu Sans">{inner}</text></g></svg>')


def hash_(s):
    h = 7
    for c in s:
        h = (h * 131 + ord(c)) % 2147483647
    return h


def qr(seed, size=90, n=25):
    """Looks like a QR code, holds nothing."""
    r = random.Random(seed)
    out = []
    eye = lambda x, y: any(a <= x < a + 8 and b <= y < b + 8 for a, b in ((0, 0), (n - 8, 0), (0, n - 8)))
    for y in range(n):
        for x in range(n):
            if not eye(x, y) and r.random() < .48:
                out.append(f'<rect x="{x}" y="{y}" width="1.02" height="1.02"/>')
    for a, b in ((0, 0), (n - 7, 0), (0, n - 7)):
        out.append(f'<path fill-rule="evenodd" d="M{a} {b}h7v7h-7z M{a+1} {b+1}v5h5v-5z M{a+2} {b+2}h3v3h-3z"/>')
    return f'<svg width="{size}" height="{size}" viewBox="0 0 {n} {n}">{"".join(out)}</svg>'


def bars(seed, w=180, h=36):
    r = random.Random(seed)
    x, out = 0, []
    while x < 100:
        t = r.choice((.6, .6, 1.2, 1.8))
        out.append(f'<rect x="{x:.1f}" y="0" width="{t}" height="20"/>')
        x += t + r.choice((.6, .6, 1.2, 1.8))
    return f'<svg width="{w}" height="{h}" viewBox="0 0 100 20" preserveAspectRatio="none">{"".join(out)}</svg>'


def hand(text, size=24, color="#1b2a6b"):
    """A signature."""
    return f'<span style="font:{size}px Z003;color:{color}">{text}</span>'


# ---------------------------------------------------------------- PDF
def print_pdf(d, path, tmp):
    w, h = d["size"]
    page = (f'<!doctype html><meta charset="utf-8"><title>{d["id"]}</title><style>@page{{size:{w}in {h}in;margin:0}}'
            f'*{{box-sizing:border-box;-webkit-print-color-adjust:exact}}html,body{{margin:0}}table{{border-collapse:collapse}}'
            f'.pg{{width:{w}in;height:calc({h}in - 1px);position:relative;font:14px "Liberation Sans"}}p{{margin:.6em 0}}</style>'
            f'<div class="pg">{d["html"]}</div>')
    src = os.path.join(tmp, d["id"] + ".html")
    with open(src, "w") as f:
        f.write(page)
    subprocess.run([os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={tmp}/profile",
                    f"--print-to-pdf={path}", "file://" + src], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=120)
    info = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    pages = next(int(line.split()[1]) for line in info.splitlines() if line.startswith("Pages"))
    if pages != 1:
        print(f'{d["id"]}: {pages} pages, the layout overflows', file=sys.stderr)


# ---------------------------------------------------------------- photo
def noise(rng, shape, cells):
    """Smooth noise from 0 to 1 of about cells[0] by cells[1] spots."""
    small = rng.random((max(2, int(cells[0])), max(2, int(cells[1])))).astype(np.float32)
    big = Image.fromarray((small * 255).astype(np.uint8)).resize((shape[1], shape[0]), Image.BICUBIC)
    return np.asarray(big, np.float32) / 255


def table(rng, kind, h, w):
    if kind == "wood":
        g = .5 * noise(rng, (h, w), (h / 34, 6)) + .3 * noise(rng, (h, w), (h / 11, 14)) + .2 * noise(rng, (h, w), (h / 4, 40))
        g = np.clip((g - .5) * 2.6 + .5, 0, 1)[..., None]
        dark, light = np.array([78, 42, 20], np.float32), np.array([176, 120, 72], np.float32)
        out = dark * (1 - g) + light * g
        return out if rng.random() < .7 else np.ascontiguousarray(np.rot90(table(rng, "paler wood", w, h)))
    if kind == "paler wood":
        g = np.clip((.6 * noise(rng, (h, w), (h / 30, 6)) + .4 * noise(rng, (h, w), (h / 8, 20)) - .5) * 2.8 + .5, 0, 1)[..., None]
        return np.array([92, 56, 30], np.float32) * (1 - g) + np.array([190, 140, 92], np.float32) * g
    if kind == "laminate":
        g = noise(rng, (h, w), (h / 5, w / 5))[..., None] * .5 + noise(rng, (h, w), (9, 9))[..., None] * .5
        return np.array([196, 192, 184], np.float32) + (g - .5) * 26
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    weave = (np.sin(x * .9) * np.sin(y * .9))[..., None] * 5
    folds = noise(rng, (h, w), (5, 4))[..., None]
    base = np.array([[34, 40, 58], [44, 40, 42], [30, 48, 46]][int(rng.integers(3))], np.float32)
    return base + weave + (folds - .5) * 26


def homography(src, dst):
    """The eight coefficients for Image.transform: from dst (the photo) back to src (the page)."""
    a, b = [], []
    for (x, y), (u, v) in zip(dst, src):
        a += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        b += [u, v]
    return np.linalg.solve(np.array(a, float), np.array(b, float))


def take_photo(d, pdf, path, tmp):
    n = int(d["id"][1:])
    rng = np.random.default_rng(n)
    x, y, wi, hi = d["crop"] or (0, 0, *d["size"])
    W, H = (2400, 3000) if hi > wi * 1.05 else (2800, 2100)
    fill = .8 if d["crop"] else .9
    k = min(W * fill / wi, H * fill / hi)                       # pixels of the photo for an inch
    dpi = int(min(k * 1.15, 620))
    stem = os.path.join(tmp, d["id"])
    subprocess.run(["pdftoppm", "-r", str(dpi), "-png", "-singlefile", pdf, stem], check=True)
    page = Image.open(stem + ".png").convert("RGB")
    page = page.crop((round(x * dpi), round(y * dpi), round((x + wi) * dpi), round((y + hi) * dpi)))
    mask = Image.new("L", page.size, 255)
    if d["crop"]:                                               # cards have round corners
        mask = Image.new("L", page.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, page.width - 1, page.height - 1), radius=int(.11 * dpi), fill=255)
    # corners on the table: turned by 3 to 10 degrees, the far edge shorter
    tilt = math.radians(rng.uniform(3, 10) * rng.choice((-1, 1)))
    far, lean = rng.uniform(.90, .96), rng.uniform(-.02, .02)
    c = [(-far / 2 + lean, -.5), (far / 2 + lean, -.5), (.5, .5), (-.5, .5)]
    pts = np.array([(px * wi, py * hi * .97) for px, py in c])
    pts = pts @ np.array([[math.cos(tilt), math.sin(tilt)], [-math.sin(tilt), math.cos(tilt)]])
    span = np.ptp(pts, axis=0)
    k = min(W * (fill + .05) / span[0], H * (fill + .05) / span[1])
    mid = (pts.max(axis=0) + pts.min(axis=0)) / 2
    pts = (pts - mid) * k + np.array([W / 2, H / 2]) + rng.uniform(-.015, .015, 2) * np.array([W, H])
    pw, ph = page.size
    co = homography([(0, 0), (pw, 0), (pw, ph), (0, ph)], pts)
    flat = page.transform((W, H), Image.PERSPECTIVE, co, Image.BICUBIC)
    m = mask.transform((W, H), Image.PERSPECTIVE, co, Image.BILINEAR)
    bg = table(rng, d["on"] or ("wood", "laminate", "cloth")[n % 3], H, W)
    drop_ = ImageChops.offset(m, 14, 18).resize((W // 4, H // 4)).filter(ImageFilter.GaussianBlur(6)).resize((W, H))
    bg *= 1 - .5 * np.asarray(drop_, np.float32)[..., None] / 255
    a = np.asarray(m, np.float32)[..., None] / 255
    paper = np.array([.97, .955, .92], np.float32)
    out = bg * (1 - a) + np.asarray(flat, np.float32) * paper * a
    # uneven light, and the soft shadow of somebody who holds the phone
    yy, xx = np.mgrid[0:H, 0:W].astype(np.float32)
    ang = rng.uniform(0, 2 * math.pi)
    g = ((xx / W - .5) * math.cos(ang) + (yy / H - .5) * math.sin(ang))
    light = .9 + .3 * g + .1 * (noise(rng, (H, W), (3, 3)) - .5)
    edge = (xx / W - rng.uniform(.3, .7)) * math.cos(ang + 2) + (yy / H - rng.uniform(.3, .7)) * math.sin(ang + 2)
    light *= 1 - rng.uniform(.12, .24) / (1 + np.exp(-edge * 28))
    out *= light[..., None]
    img = Image.fromarray(np.clip(out, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(rng.uniform(.7, 1.2)))
    out = np.asarray(img, np.float32) + rng.normal(0, 3.2, (H, W, 1)).astype(np.float32)
    Image.fromarray(np.clip(out, 0, 255).astype(np.uint8)).save(path, quality=75)


def make_all(docs, make):
    """make(document, PDF, photo or None, temporary folder) writes the files of each document; the truth is written here."""
    ap = argparse.ArgumentParser()
    ap.add_argument("--out", required=True)
    ap.add_argument("--only", default="")
    ap.add_argument("--no-photos", action="store_true")
    args = ap.parse_args()
    only = set(filter(None, args.only.split(",")))
    with tempfile.TemporaryDirectory() as tmp:
        for d in docs:
            if only and d["id"] not in only:
                continue
            photo = None if args.no_photos else os.path.join(args.out, d["id"] + ".jpg")
            make(d, os.path.join(args.out, d["id"] + ".pdf"), photo, tmp)
    with open(os.path.join(args.out, "truth.json"), "w", encoding="utf-8") as f:
        json.dump([d["truth"] for d in docs], f, indent=1, ensure_ascii=False)
        f.write("\n")


def make(d, pdf, photo, tmp):
    print_pdf(d, pdf, tmp)
    if photo:
        take_photo(d, pdf, photo, tmp)


def main():
    make_all(DOCS, make)
