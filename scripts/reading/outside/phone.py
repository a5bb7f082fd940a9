"""Photos and scans of rendered pages: other tables, folds and light than those of documents.py. Needs numpy, scipy and ImageMagick."""
import numpy as np, subprocess, struct, os
from scipy import ndimage as nd

def read_ppm(f):
    b = open(f, "rb").read(); p = b.split(None, 4); w, h = int(p[1]), int(p[2])
    off = len(b) - w * h * 3
    return np.frombuffer(b, np.uint8, offset=off).reshape(h, w, 3).astype(np.float32) / 255

def write_jpeg(a, f, quality, exif=None, gray=False):
    a = np.clip(a * 255 + .5, 0, 255).astype(np.uint8); h, w = a.shape[:2]
    p = f + ".ppm"
    open(p, "wb").write(b"P6\n%d %d\n255\n" % (w, h) + a.tobytes())
    subprocess.run(["convert", p] + (["-colorspace", "Gray"] if gray else ["-type", "TrueColor"]) + ["-quality", str(quality), "-sampling-factor", "4:2:0", "jpg:" + f], check=True); os.remove(p)
    if exif:
        tiff = b"MM\0*\0\0\0\x08" + struct.pack(">H", 1) + struct.pack(">HHIHH", 0x0112, 3, 1, exif, 0) + b"\0\0\0\0"
        body = b"Exif\0\0" + tiff; b = open(f, "rb").read()
        open(f, "wb").write(b[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + b[2:])

def noise(rng, h, w, sy, sx):
    """Smooth noise with a grain length of sy, sx pixels, made small and enlarged."""
    fy, fx = max(1, sy), max(1, sx)
    a = rng.standard_normal((int(h / fy) + 4, int(w / fx) + 4)).astype(np.float32)
    a = nd.zoom(a, (fy, fx), order=1)[:h, :w]
    if a.shape != (h, w): a = np.pad(a, ((0, h - a.shape[0]), (0, w - a.shape[1])), mode="edge")
    return a

def table(kind, rng, h, w):
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    if kind in ("oak", "walnut", "pine"):
        base, dark = {"oak": ((.72, .55, .36), .20), "walnut": ((.36, .23, .15), .13), "pine": ((.84, .70, .49), .13)}[kind]
        wob = noise(rng, h, w, 60, 700) * 26 + noise(rng, h, w, 300, 900) * 60
        g = .5 + .5 * np.sin((yy + wob) / (w / 260))
        fine = noise(rng, h, w, 2, 90); pores = (noise(rng, h, w, 3, 60) > 1.9).astype(np.float32)
        v = 1 - dark * g - .05 * fine - .22 * nd.gaussian_filter(pores, (0.7, 4)) - .05 * noise(rng, h, w, 40, 1200)
        if kind == "oak":                                   # boards side by side
            for k, y in enumerate(range(int(h * .13), h, int(h * .31))): v[y:y + 6] *= .45
        return np.array(base, np.float32) * v[..., None]
    if kind == "cloth":
        v = 1 + .10 * np.sin(xx / 2.6) * np.sin(yy / 2.6) + .05 * noise(rng, h, w, 2, 2) + .10 * noise(rng, h, w, 180, 420)
        return np.array((.30, .37, .47), np.float32) * v[..., None]
    if kind == "granite":
        v = noise(rng, h, w, 5, 5) * .09 + noise(rng, h, w, 18, 18) * .05 + (noise(rng, h, w, 7, 7) > 1.7) * .20
        return np.array((.48, .47, .46), np.float32) * (1 + v[..., None])
    if kind == "laminate":
        v = 1 + .012 * noise(rng, h, w, 2, 2) + .02 * noise(rng, h, w, 6, 240)
        return np.array((.80, .79, .76), np.float32) * v[..., None]
    raise ValueError(kind)

def homography(src, dst):
    A, b = [], []
    for (x, y), (u, v) in zip(src, dst):
        A += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]; b += [u, v]
    return np.append(np.linalg.solve(np.array(A, float), np.array(b, float)), 1).reshape(3, 3)

def photo(page, out, seed, size=(3024, 4032), tab="oak", fill=.80, tilt=(.05, -.03), roll=3., bend=0., crease=False, light=(.3, -.2), shadow=.35, gloss=0., blur=1.1, grain=.018, warm=1.0, quality=82, exif=None, card=False, turn=0.):
    """page: the flat picture. size: width, height of the photo as seen. tilt: perspective in x and y. roll: degrees. light: gradient.
    turn: where the shadow comes from. exif 6: the pixels lie on their side and the tag turns them up again (also 8 and 3)."""
    rng = np.random.default_rng(seed); W, H = size; ph, pw = page.shape[:2]
    s = min(W * fill / pw, H * fill / ph); hw, hh = pw * s / 2, ph * s / 2; r = np.deg2rad(roll); cx, cy = W / 2 + rng.uniform(-.02, .02) * W, H / 2 + rng.uniform(-.02, .02) * H
    dst = []
    for x, y in ((-hw, -hh), (hw, -hh), (hw, hh), (-hw, hh)):
        z = 1 + tilt[0] * x / hw + tilt[1] * y / hh; x, y = x / z, y / z
        dst.append((cx + x * np.cos(r) - y * np.sin(r), cy + x * np.sin(r) + y * np.cos(r)))
    Hm = homography(dst, [(0, 0), (pw, 0), (pw, ph), (0, ph)])
    yy, xx = np.mgrid[0:H, 0:W].astype(np.float32)
    d = Hm[2, 0] * xx + Hm[2, 1] * yy + 1
    u = ((Hm[0, 0] * xx + Hm[0, 1] * yy + Hm[0, 2]) / d).astype(np.float32); v = ((Hm[1, 0] * xx + Hm[1, 1] * yy + Hm[1, 2]) / d).astype(np.float32); del d
    if bend: v = v + bend * ph * np.sin(np.clip(u / pw, -.2, 1.2) * np.pi * 1.15) * (1 - .35 * v / ph)
    k = s if s < 1 else 1
    src = nd.gaussian_filter(page, (.45 / k if k < 1 else .3,) * 2 + (0,))
    img = table(tab, rng, H, W)
    # the edge of the sheet: soft by about a pixel, with rounded corners for cards
    rad = .035 * pw if card else 0
    if rad:
        qx, qy = np.abs(u - pw / 2) - (pw / 2 - rad), np.abs(v - ph / 2) - (ph / 2 - rad)
        dist = rad - np.hypot(np.maximum(qx, 0), np.maximum(qy, 0)) - np.minimum(np.maximum(qx, qy), 0)
    else: dist = np.minimum(np.minimum(u, pw - u), np.minimum(v, ph - v))
    m = np.clip(dist * s + .5, 0, 1); thick = 22 if card else 34
    sh = nd.gaussian_filter(np.roll(m, (int(thick * .5), int(thick * .35)), (0, 1))[::4, ::4], thick / 5); sh = nd.zoom(sh, 4, order=1)[:H, :W]
    img *= (1 - .55 * sh)[..., None]
    for c in range(3):
        p = nd.map_coordinates(src[..., c], [v - .5, u - .5], order=1, mode="nearest", prefilter=False)
        img[..., c] = img[..., c] * (1 - m) + p * .93 * m
    shade = np.ones((H, W), np.float32)
    if bend: shade -= 3.2 * abs(bend) * np.cos(np.clip(u / pw, 0, 1) * np.pi * 1.15) * m
    if crease:                                              # folded in three, as letters are
        for f in (1 / 3, 2 / 3):
            t = (v / ph - f) * ph * s; shade += m * (.06 * np.exp(-(t / 5) ** 2) - .09 * np.exp(-((t - 9) / 7) ** 2) + .035 * np.tanh(t / 120) * np.exp(-(t / 400) ** 2))
    nx, ny = xx / W - .5, yy / H - .5
    shade *= 1 + light[0] * nx + light[1] * ny - .35 * (nx ** 2 + ny ** 2)
    if shadow:                                              # of the phone and the hand that holds it
        a = rng.uniform(-.5, .5); sx, sy = nx * np.cos(turn) + ny * np.sin(turn), ny * np.cos(turn) - nx * np.sin(turn); t = (sx * np.cos(a) + sy * np.sin(a)); edge = rng.uniform(.02, .16)
        w = 1 / (1 + np.exp(-(t - edge) / .018)) * (1 / (1 + np.exp(-(sy - rng.uniform(-.3, -.05) + sx * .4) / .03)))
        shade *= 1 - shadow * w
    img *= shade[..., None]
    if gloss:
        g = np.exp(-(((nx - rng.uniform(-.2, .2)) / .20) ** 2 + ((ny - rng.uniform(-.12, .12)) / .13) ** 2)); img += gloss * g[..., None] * (m * .8 + .2)[..., None]
    del u, v, shade, xx, yy
    img *= np.array((1.0 * warm, .985, .96 / warm), np.float32)
    img = nd.gaussian_filter(img, (blur, blur, 0))
    n = rng.standard_normal((H, W, 3)).astype(np.float32); n = nd.gaussian_filter(n, (.55, .55, 0)) * 1.6
    img += grain * n * np.sqrt(np.clip(img, .05, 1))
    img = np.clip(img, 0, 1) ** .97
    if exif == 6: img = np.rot90(img, 1)
    if exif == 8: img = np.rot90(img, -1)
    if exif == 3: img = np.rot90(img, 2)
    write_jpeg(np.ascontiguousarray(img), out, quality, exif)

def scan(page, out, seed, skew=.6, mode="gray", dpi=200, quality=70, pagesize=(612, 792)):
    """A scan as a PDF with nothing but a picture. mode: color, gray, fax (black and white)."""
    rng = np.random.default_rng(seed); h, w = page.shape[:2]
    a = nd.rotate(page, skew, reshape=False, order=1, mode="constant", cval=.97)
    a = nd.gaussian_filter(a, (.7, .7, 0)); a = 1 - (1 - a) * .93 - .02 + .018 * rng.standard_normal((h, w, 1)).astype(np.float32)
    a[:, :int(w * .012)] *= np.linspace(.45, 1, int(w * .012))[None, :, None]         # dark border of the lid
    specks = rng.random((h, w)) > .99997; a[nd.binary_dilation(specks, iterations=2)] = .25
    if mode != "color": a = a.mean(2, keepdims=True).repeat(3, 2)
    if mode == "color": a = a * np.array((1, .985, .945), np.float32)
    if mode == "fax": a = np.clip((a - .62) * 9 + .5, 0, 1)
    j = out + ".jpg"; write_jpeg(a, j, quality, gray=mode != "color"); b = open(j, "rb").read(); os.remove(j)
    W, H = pagesize; cs = "/DeviceRGB" if mode == "color" else "/DeviceGray"
    objs = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>" % (W, H)]
    c = b"q %d 0 0 %d 0 0 cm /I Do Q" % (W, H); objs.append(b"<</Length %d>>stream\n%s\nendstream" % (len(c), c))
    objs.append(b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace %s/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n" % (w, h, cs.encode(), len(b)) + b + b"\nendstream")
    o, x = b"%PDF-1.4\n", []
    for i, t in enumerate(objs): x.append(len(o)); o += b"%d 0 obj\n" % (i + 1) + t + b"\nendobj\n"
    s = len(o); o += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objs) + 1) + b"".join(b"%010d 00000 n \n" % i for i in x) + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objs) + 1, s)
    open(out, "wb").write(o)
