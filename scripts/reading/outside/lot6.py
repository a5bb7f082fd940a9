#!/usr/bin/env python3
"""Lot 6: twenty invented documents. All people, numbers and courses are invented. Whoever wrote them had not seen the rules. L605,
L611 and L618 are scans; L615 is a transcript of 22 rows.

Usage:  python3 lot6.py --out DIR [--only L601,L602] [--no-photos]
Needs:  what documents.py and phone.py need. FONTS names a folder with the latin woff2 files of the npm packages @fontsource/NAME, for each
        NAME that occurs as a font here; without it the browser takes another font.
"""
import base64, glob, re
from documents import *
from documents import doc as document
from pages import drawn
import phone

FONTS = {}
for file in sorted(glob.glob(os.path.join(os.environ.get("FONTS", ""), "*-latin-*.woff2"))):
    if (match := re.match(r"(.+)-latin-(\d+)-(normal|italic)", os.path.basename(file))):
        FONTS.setdefault(match[1], []).append((match[2], match[3], file))


def faces(html):
    out = []
    for name, files in FONTS.items():
        if "'" + name + "'" in html:
            for weight, style, file in files:
                with open(file, "rb") as f:
                    data = base64.b64encode(f.read()).decode()
                out.append(f"@font-face{{font-family:'{name}';font-weight:{weight};font-style:{style};src:url(data:font/woff2;base64,{data})}}")
    return "<style>" + "".join(out) + "</style>"


def doc(note, size, html, *expect, shot, crop=None, scan=None):
    """shot, scan: how phone.py shows it."""
    document(note, size, faces(html) + html, *expect, crop=crop)
    DOCS[-1].update(shot=shot, scan=scan)


def sign(text, font="great-vibes", size=26, color="#1b2a6b", more=""):
    return f"<span style=\"font-family:'{font}';font-size:{size}px;color:{color};{more}\">{text}</span>"


PORTRAIT, LANDSCAPE = (8.5, 11), (11, 8.5)
TALL, WIDE = (2700, 3600), (3600, 2700)

# ================================================================ L601  AHA PALS eCard
doc("AHA PALS eCard, full size, landscape", LANDSCAPE, f"""
<style>.pg{{font-family:'open-sans'}}.k{{font-size:11.5px;color:#333;font-weight:700;margin-top:13px}}.v{{font-size:15px}}</style>
<div style="position:absolute;left:48px;top:60px;right:48px;height:620px;border:1px solid #bbb">
 <div style="height:74px;background:#c10e21;color:#fff;padding:14px 30px;display:flex;justify-content:space-between;align-items:center">
  <div style="font-size:33px;font-weight:300;letter-spacing:1px">PEDIATRIC ADVANCED LIFE SUPPORT</div>
  <div style="text-align:right;font-weight:700;font-size:15px;line-height:1.15">American<br>Heart<br>Association.</div></div>
 <div style="padding:26px 40px 0;display:flex">
  <div style="width:560px">
   <div style="font-size:46px;font-weight:700;color:#c10e21;line-height:1">PALS <span style="font-weight:400;color:#222">Provider</span></div>
   <div style="font-size:31px;margin:44px 0 4px;border-bottom:1px solid #777;padding-bottom:4px;font-weight:600">Kwabena Osei-Mensah</div>
   <div style="font-size:15.5px;line-height:1.45;margin-top:14px">has successfully completed the cognitive and skills evaluations in accordance with the curriculum of the
   American Heart Association Pediatric Advanced Life Support Program.</div>
   <div style="display:flex;margin-top:40px"><div style="width:230px"><div class="k">Issue Date</div><div style="font-size:21px">11/8/2025</div></div>
   <div><div class="k">Renew By</div><div style="font-size:21px">11/2027</div></div></div>
   <div style="margin-top:38px;font-size:10.5px;color:#444;line-height:1.45">To view or verify authenticity, students and employers should scan this QR code with their mobile
   device or go to www.heart.org/cpr/mycards.</div>
  </div>
  <div style="margin-left:60px;flex:1">
   <div class="k" style="margin-top:0">Training Center Name</div><div class="v">Piedmont Valley Health System</div>
   <div class="k">Training Center ID</div><div class="v">GA05482</div>
   <div class="k">Training Center City, State</div><div class="v">Macon, GA</div>
   <div class="k">Training Center Phone Number</div><div class="v">(478) 555-0142</div>
   <div class="k">Instructor Name</div><div class="v">Ren&eacute;e T. Abernathy</div>
   <div class="k">Instructor ID</div><div class="v">09180274416</div>
   <div style="display:flex;align-items:flex-end;margin-top:13px"><div><div class="k" style="margin-top:0">eCard Code</div><div class="v">255418023977</div></div><div style="margin-left:38px">{qr(601, 92)}</div></div>
  </div></div>
</div>
<div style="position:absolute;left:48px;top:692px;font-size:9.5px;color:#555">&copy; 2021 American Heart Association, Inc. All rights reserved. Unauthorized use prohibited. 20-3005 2/21</div>
""", cert("PALS", ["Pediatric Advanced Life Support", "PALS Provider", "Pediatric Advanced Life Support (PALS)"], ["American Heart Association", "AHA"], "255418023977", "Kwabena Osei-Mensah",
          issued="2025-11-08", expires="2027-11"),
    shot=dict(seed=601, size=WIDE, tab="laminate", fill=.86, tilt=(.04, -.06), roll=-2.5, light=(-.35, .2), shadow=.30, blur=1.0))

# ================================================================ L602  NRP eCard
doc("AAP NRP provider eCard, wallet card above instructions; months only", PORTRAIT, f"""
<style>.pg{{font-family:'lato'}}</style>
<div style="position:absolute;left:60px;top:60px;width:452px;height:280px;border:1px solid #999;border-radius:14px;overflow:hidden;background:#fff">
 <div style="height:58px;background:linear-gradient(90deg,#0b6e8f,#48a9c5);color:#fff;padding:8px 18px">
  <div style="font-size:20px;font-weight:700">Neonatal Resuscitation Program<sup style="font-size:10px">&reg;</sup></div><div style="font-size:12px">8<sup style="font-size:8px">th</sup> Edition</div></div>
 <div style="padding:12px 18px;position:relative">
  <div style="font-size:13px;font-weight:700;color:#0b6e8f;letter-spacing:1px">ADVANCED PROVIDER</div>
  <div style="font-size:22px;font-weight:700;margin-top:6px">Siobhan M. Delacroix-Tran</div>
  <div style="font-size:11.5px;margin-top:5px;line-height:1.35;width:330px">has completed the NRP<sup style="font-size:7px">&reg;</sup> Advanced online learning assessment and instructor-led event in accordance with the guidelines of
  the American Academy of Pediatrics and the American Heart Association.</div>
  <div style="position:absolute;right:16px;top:16px">{qr(602, 74)}</div>
  <table style="margin-top:10px;font-size:12px"><tr><td style="width:128px">Issued<br><b style="font-size:14px">April 2026</b></td><td style="width:138px">Renew by<br><b style="font-size:14px">April 2028</b></td>
  <td>eCard ID<br><b style="font-size:14px">N8A-40117726</b></td></tr></table>
  <div style="font-size:9.5px;color:#555;margin-top:10px">Lead Instructor: Wm. Castellanos, NNP-BC &middot; Instructor ID 203317 &middot; HealthStream ID 0088213450</div>
 </div></div>
<div style="position:absolute;left:540px;top:66px;width:220px;font-size:12px;line-height:1.5;color:#333"><b>Cut along the border.</b><br>Laminate if desired. Cards are issued electronically only; the AAP does not mail paper cards.<br><br>
Learners who completed the 7<sup>th</sup> Edition before 1/1/2022 keep their renewal date.</div>
<div style="position:absolute;left:60px;top:390px;width:690px;font-size:13.5px;line-height:1.55">
<p><b>About your eCard</b></p><p>The Neonatal Resuscitation Program is an educational program that introduces the concepts and skills of neonatal resuscitation. Completion of the program does not
imply that an individual has the competence to perform neonatal resuscitation. Each hospital is responsible for determining the level of competence and qualifications required to assume clinical responsibility.</p>
<p>NRP recommends renewal every two years. Your learner record will show a reminder 90 days before the renewal month. The 8<sup>th</sup> Edition is based on the 2020 guidelines and remained in force when this card was printed on 04/29/2026.</p>
<p style="color:#666;font-size:11.5px">American Academy of Pediatrics, 345 Park Boulevard, Itasca, IL 60143 &nbsp;|&nbsp; nrplearningplatform.com</p></div>
""", cert("NRP", ["Neonatal Resuscitation Program", "Neonatal Resuscitation Program Advanced Provider", "NRP Advanced Provider", "NRP Advanced"],
          ["American Academy of Pediatrics", "AAP", "American Academy of Pediatrics and the American Heart Association", "American Academy of Pediatrics (AAP)"], "N8A-40117726",
          "Siobhan M. Delacroix-Tran", issued="2026-04", expires="2028-04"),
    crop=(.61, .61, 4.74, 2.95), shot=dict(seed=602, turn=3.1, size=WIDE, tab="walnut", fill=.78, tilt=(-.05, .05), roll=5, light=(.4, .1), shadow=.25, gloss=.18, card=True, warm=1.03))

# ================================================================ L603  TNCC wallet card, front and back
doc("ENA TNCC card, front and back of a folded card; course over two days", PORTRAIT, f"""
<style>.pg{{font-family:'source-sans-3'}}.c{{position:absolute;left:180px;width:456px;height:276px;background:#fdfdfb;border:1px dashed #888;padding:16px 20px}}</style>
<div style="position:absolute;left:180px;top:70px;font-size:13px">Fold on the center line and trim.</div>
<div class="c" style="top:100px"><div style="display:flex;justify-content:space-between"><div style="font-size:34px;font-weight:700;color:#7a1f5c;letter-spacing:2px;line-height:1">ENA</div>
 <div style="text-align:right;font-size:12px;color:#7a1f5c;line-height:1.2">EMERGENCY NURSES<br>ASSOCIATION</div></div>
 <div style="background:#7a1f5c;color:#fff;font-size:17px;font-weight:600;padding:4px 10px;margin:8px -20px 0 -20px;padding-left:20px">TNCC &nbsp;<span style="font-weight:400">Trauma Nursing Core Course &ndash; Provider</span></div>
 <div style="font-size:22px;font-weight:600;margin-top:16px">Jan-Willem van der Hoeven, RN, CFRN</div>
 <div style="font-size:13px;margin-top:2px">has successfully completed the written and psychomotor evaluations.</div>
 <table style="margin-top:14px;font-size:13px;width:100%"><tr><td>Course Date: <b>19&ndash;20 SEP 2025</b></td><td>Verification Expires: <b>20 SEP 2029</b></td></tr>
 <tr><td style="padding-top:8px">Course #: 25-TNP-07731</td><td style="padding-top:8px">Provider Card #: <b>T9-0331846</b></td></tr></table></div>
<div class="c" style="top:376px;border-top:1px dotted #aaa;font-size:11.5px;line-height:1.38"><div style="display:flex;justify-content:space-between;font-size:12.5px"><div>{sign('H. Lindqvist', 'caveat', 23)}<br>Course Director</div>
 <div style="text-align:right">Course Site<br><b>Sts. Peter &amp; Paul Trauma Institute<br>Fargo, ND</b></div></div>
 <p>This card verifies completion of the TNCC Ninth Edition on the date shown. It is not a certification or a license and does not warrant clinical competence. Verification is valid for four years. TNCC is accredited
 for 17.65 contact hours; a separate certificate of contact hours is issued to each learner.</p>
 <p>930 E. Woodfield Road, Schaumburg, IL 60173 &middot; 800-900-9659 &middot; ena.org<br>Form TNP-9 &copy; 2023 Emergency Nurses Association. Rev. 03/2024</p></div>
""", cert("TNCC", ["Trauma Nursing Core Course", "Trauma Nursing Core Course - Provider", "Trauma Nursing Core Course Provider", "TNCC Provider", "Trauma Nursing Core Course (TNCC)"],
          ["Emergency Nurses Association", "ENA", "Emergency Nurses Association (ENA)"], "T9-0331846", "Jan-Willem van der Hoeven", issued="2025-09-20", expires="2029-09-20"),
    crop=(1.875, 1.04, 4.75, 5.75), shot=dict(seed=603, size=TALL, tab="cloth", fill=.82, tilt=(.03, .05), roll=-6, light=(.2, .4), shadow=.35, exif=6, blur=1.1))

# ================================================================ L604  Texas verification, two licenses
row = lambda k, v: f'<tr><td style="width:210px;font-weight:700;background:#eef2f6;border:1px solid #c9d1d9;padding:4px 8px">{k}</td><td style="border:1px solid #c9d1d9;padding:4px 8px">{v}</td></tr>'
doc("Texas BON web verification, RN and APRN", PORTRAIT, f"""
<style>.pg{{font-family:'roboto';font-size:13px}}table{{width:100%;margin-top:6px}}h3{{margin:20px 0 2px;font-size:16px;color:#1d3c6a}}</style>
<div style="position:absolute;left:24px;top:14px;right:24px;display:flex;justify-content:space-between;font:10px 'Liberation Serif'"><span>5/19/26, 2:47 PM</span><span>Texas Board of Nursing - Licensure Verification</span></div>
<div style="padding:44px 60px 0">
<div style="background:#1d3c6a;color:#fff;padding:14px 18px;font-size:22px">Texas Board of Nursing<div style="font-size:12px">1801 Congress Avenue, Suite 10-200, Austin, Texas 78701</div></div>
<div style="font-size:19px;margin-top:18px">Licensure Verification &ndash; Detail</div>
<div style="font-size:12px;color:#555">Data current as of 05/19/2026 05:02 AM. The Board considers this web site a primary source for verification.</div>
<table>{row('Name', 'LASHONDA DENISE ST. CLAIR')}{row('Other Names on File', 'LASHONDA D BROUSSARD (former)')}{row('City, State', 'BEAUMONT, TX')}</table>
<h3>Registered Nurse</h3>
<table>{row('License Number', '788214')}{row('License Type', 'RN')}{row('License Status', 'Current')}{row('Compact Status', 'Multistate - Texas is the Primary State of Residence')}{row('Original Licensure Date', '06/18/2009')}
{row('License Expiration Date', '<b>03/31/2028</b>')}{row('Licensed by', 'Examination')}{row('Discipline', 'No')}</table>
<h3>Advanced Practice Registered Nurse</h3>
<table>{row('License Number', 'AP128840')}{row('Role / Population Focus', 'Nurse Practitioner / Adult-Gerontology Acute Care')}{row('License Status', 'Current')}{row('Initial Licensure Date', '09/02/2016')}{row('License Expiration Date', '<b>03/31/2028</b>')}
{row('Prescriptive Authority', 'Yes &nbsp; Rx Auth No. 19022 &nbsp; (issued 10/11/2016)')}{row('Discipline', 'No')}</table>
<p style="font-size:11px;color:#444;line-height:1.45;margin-top:18px">A nurse whose license displays Current/Delinquent renewal must not practice after the expiration date. Licensure status may change after this page is printed. Board orders issued before 01/01/1990 are not shown; contact
webmaster@bon.texas.gov. Requests under the Public Information Act are answered within 10 business days.</p></div>
<div style="position:absolute;left:24px;bottom:14px;right:24px;display:flex;justify-content:space-between;font:10px 'Liberation Serif'"><span>https://txbn.boardsofnursing.org/licenselookup/detail?id=5580217</span><span>1/1</span></div>
""", lic("RN", "TX", "788214", "Lashonda Denise St. Clair", expires="2028-03-31", issued=["2009-06-18", None]),
    lic("APRN", "TX", "AP128840", "Lashonda Denise St. Clair", expires="2028-03-31", issued=["2016-09-02", None]),
    shot=dict(seed=604, turn=1.6, size=TALL, tab="oak", fill=.9, tilt=(.02, -.07), roll=2, crease=True, light=(.1, -.4), shadow=.4, blur=1.0))

# ================================================================ L605  Pennsylvania license (scan)
doc("Pennsylvania RN license with wall part and wallet part, scan", PORTRAIT, f"""
<style>.pg{{font-family:'Liberation Serif'}}</style>
<div style="position:absolute;left:70px;top:60px;font:13px 'Liberation Mono';line-height:1.35">ROBERT JAMES MCALLISTER III<br>1182 HEMLOCK HOLLOW RD<br>LEWISBURG PA 17837-9604</div>
<div style="position:absolute;right:70px;top:60px;font:11px 'Liberation Sans';text-align:right">Rev 0719<br>Batch 24-118830</div>
<div style="position:absolute;left:50px;top:190px;width:716px;height:450px;border:6px double #334;padding:22px 30px">
 <div style="position:absolute;left:270px;top:120px;opacity:.13">{seal('COMMONWEALTH OF PENNSYLVANIA · 1776 · ', '#223', 210, '⚖')}</div>
 <div style="text-align:center;font-size:25px;font-weight:700">Commonwealth of Pennsylvania</div><div style="text-align:center;font-size:18px">Department of State</div>
 <div style="text-align:center;font-size:17px">Bureau of Professional and Occupational Affairs</div><div style="text-align:center;font-size:13px">PO BOX 2649 Harrisburg PA 17105-2649</div>
 <div style="display:flex;justify-content:space-between;margin-top:30px;font-size:15px"><div><i>License Type</i><br><b style="font-size:19px">Registered Nurse</b></div><div style="text-align:right"><i>License Status</i><br><b style="font-size:19px">Active</b></div></div>
 <div style="display:flex;justify-content:space-between;margin-top:26px;font-size:15px"><div style="font-weight:700;line-height:1.3;font-size:17px">ROBERT JAMES MCALLISTER III<br><span style="font-size:14px;font-weight:400">LEWISBURG PA 17837</span></div>
 <div style="text-align:right"><i>Initial License Date</i><br>08/22/2014</div></div>
 <div style="display:flex;justify-content:space-between;margin-top:26px;font-size:15px"><div><i>License Number</i><br><b style="font-size:20px">RN664710</b></div><div style="text-align:right"><i>Expiration Date</i><br><b style="font-size:20px">10/31/2027</b></div></div>
 <div style="display:flex;justify-content:space-between;margin-top:26px;font-size:12px"><div>{sign('A. Pruszynski-Hale', 'pinyon-script', 26, '#222')}<br>Commissioner of Professional and Occupational Affairs</div><div style="text-align:right;padding-top:28px">_____________________________<br>Signature</div></div>
</div>
<div style="position:absolute;left:50px;width:716px;top:652px;text-align:center;font:11px 'Liberation Sans'">ALTERATION OF THIS DOCUMENT IS A CRIMINAL OFFENSE UNDER 18 PA.C.S. &sect; 4911 &nbsp;&nbsp; DISPLAY THIS CERTIFICATE PROMINENTLY &nbsp;&nbsp; NOTIFY AGENCY WITHIN 10 DAYS OF ANY CHANGE</div>
<div style="position:absolute;left:0;right:0;top:704px;border-top:1px dashed #555"></div>
<div style="position:absolute;left:50px;top:740px;width:350px;height:212px;border:1px solid #333;padding:12px 16px;font-size:12.5px;line-height:1.35"><b>Commonwealth of Pennsylvania</b><br>Department of State<br>Bureau of Professional and Occupational Affairs
 <div style="margin-top:12px">Registered Nurse</div><b>ROBERT JAMES MCALLISTER III</b><div style="display:flex;justify-content:space-between;margin-top:12px"><span>RN664710</span><span>Exp. 10/31/2027</span></div><div style="margin-top:20px">____________________ Signature</div></div>
<div style="position:absolute;left:440px;top:744px;width:320px;font-size:12.5px;line-height:1.45">Renewal notices are sent by e-mail about 60 days before expiration. Renewal of a nursing license requires thirty hours of Board-approved continuing education, including two hours of child abuse recognition training (Act 31 of 2014).</div>
""", lic("RN", "PA", "RN664710", "Robert James McAllister III", expires="2027-10-31", issued=["2014-08-22", None]),
    scan=dict(seed=605, skew=.9, mode="gray"),
    shot=dict(seed=1605, size=TALL, tab="pine", fill=.88, tilt=(-.04, .04), roll=181, light=(.3, .3), shadow=.3, blur=1.1))

# ================================================================ L606  Michigan LPN pocket card
doc("Michigan LPN pocket card torn from its sheet", PORTRAIT, f"""
<style>.pg{{font-family:'Liberation Sans'}}</style>
<div style="position:absolute;left:60px;top:56px;font-size:13px;line-height:1.4">STATE OF MICHIGAN<br>DEPARTMENT OF LICENSING AND REGULATORY AFFAIRS<br>BUREAU OF PROFESSIONAL LICENSING<br>P.O. BOX 30670 &middot; LANSING, MI 48909</div>
<div style="position:absolute;left:60px;top:190px;font:14px 'courier-prime';line-height:1.3">MAI NHIA XIONG<br>4471 BURLINGAME AVE SW APT 2C<br>WYOMING MI 49509</div>
<div style="position:absolute;left:60px;top:290px;width:690px;font-size:13.5px;line-height:1.55">Your renewal application has been processed. Below is your pocket card. Please check it carefully and report errors within 30 days. You are required by law to keep your address current with this office.
 Practice after the expiration date on the card is a violation of the Public Health Code, 1978 PA 368.</div>
<div style="position:absolute;left:60px;top:430px;width:420px;height:262px;border:1px solid #666;background:#f3f8f2;overflow:hidden;padding:12px 16px">
 <div style="position:absolute;left:120px;top:40px;font-size:96px;font-weight:700;color:#dfeadd;transform:rotate(-18deg);letter-spacing:4px">LARA</div>
 <div style="position:relative"><div style="text-align:center;font-size:11px;line-height:1.3"><b>STATE OF MICHIGAN</b><br>DEPARTMENT OF LICENSING &amp; REGULATORY AFFAIRS<br>BUREAU OF PROFESSIONAL LICENSING<br>BOARD OF NURSING</div>
 <div style="text-align:center;font:700 17px 'roboto-condensed';margin-top:10px;letter-spacing:1px">LICENSED PRACTICAL NURSE<br><span style="font-size:13px">LICENSE</span></div>
 <div style="font:700 16px 'courier-prime';margin-top:10px">MAI NHIA XIONG</div>
 <table style="font-size:11px;width:100%;margin-top:12px"><tr><td>LICENSE NO.</td><td>EXPIRATION DATE</td><td>AUDIT NO.</td></tr><tr style="font:700 15px 'courier-prime'"><td>4703118264</td><td>03/31/2028</td><td>3398120</td></tr></table>
 <div style="font-size:8.5px;margin-top:14px;color:#333">THIS DOCUMENT IS DULY ISSUED UNDER THE LAWS OF THE STATE OF MICHIGAN &nbsp; BPL-PC (01/24)</div></div></div>
<div style="position:absolute;left:510px;top:440px;font-size:12px;width:240px;line-height:1.5">COMPLAINT INFORMATION: The issuance of this license should not be construed as a waiver, dismissal or acquiescence to any complaints or violations pending against the licensee.</div>
""", lic("LPN", "MI", "4703118264", "Mai Nhia Xiong", expires="2028-03-31"),
    crop=(.625, 4.48, 4.375, 2.73), shot=dict(seed=606, turn=2.4, size=WIDE, tab="granite", fill=.72, tilt=(.06, .03), roll=-9, light=(-.3, -.3), shadow=.35, card=False, blur=1.2))

# ================================================================ L607  CEN, ornamental
doc("BCEN CEN wall certificate, blackletter and script, dates in words", LANDSCAPE, f"""
<style>.pg{{font-family:'eb-garamond';text-align:center;background:#fffdf5}}</style>
<div style="position:absolute;inset:26px;border:3px solid #8a6d2b"></div><div style="position:absolute;inset:34px;border:1px solid #8a6d2b"></div>
<div style="padding-top:74px;font-family:'unifrakturcook';font-size:42px">Board of Certification for Emergency Nursing</div>
<div style="font-size:19px;font-style:italic;margin-top:16px">To all persons be it known that</div>
<div style="font-family:'great-vibes';font-size:58px;margin-top:10px;color:#222">Priya S. Venkataraman</div>
<div style="font-size:19px;line-height:1.5;margin-top:12px">having fulfilled the eligibility requirements and passed the national examination<br>is hereby granted the designation</div>
<div style="font-family:'cinzel';font-size:38px;letter-spacing:3px;margin-top:14px">CERTIFIED EMERGENCY NURSE</div><div style="font-family:'cinzel';font-size:25px">CEN<sup style="font-size:12px">&reg;</sup></div>
<div style="font-size:19px;line-height:1.5;margin-top:16px">with all the rights and responsibilities pertaining thereto, effective the First day of February, Two Thousand Twenty-five,<br>and continuing through the Thirty-first day of January, Two Thousand Twenty-nine.</div>
<div style="position:absolute;left:120px;bottom:84px;width:260px;font-size:15px">{sign('Marguerite L. Oyelaran', 'pinyon-script', 30)}<div style="border-top:1px solid #444;padding-top:3px">Chairperson, Board of Directors</div></div>
<div style="position:absolute;right:120px;bottom:84px;width:260px;font-size:15px">{sign('J. T. Whitcomb', 'great-vibes', 30)}<div style="border-top:1px solid #444;padding-top:3px">Chief Executive Officer</div></div>
<div style="position:absolute;left:0;right:0;bottom:74px">{seal('BOARD OF CERTIFICATION · ESTABLISHED 1980 · ', '#8a6d2b', 116, '✚', '#fbf3d8')}</div>
<div style="position:absolute;left:0;right:0;bottom:46px;font-size:14px;letter-spacing:1px">Certificate No. 1502884193</div>
""", cert("CEN", ["Certified Emergency Nurse", "Certified Emergency Nurse (CEN)", "CEN"], ["Board of Certification for Emergency Nursing", "BCEN"], "1502884193", "Priya S. Venkataraman", issued="2025-02-01", expires="2029-01-31"),
    shot=dict(seed=607, size=TALL, tab="walnut", fill=1.12, tilt=(.03, .06), roll=91, light=(.3, -.2), shadow=.3, gloss=.22, warm=1.04))

# ================================================================ L608  OCN letter
doc("ONCC letter about renewed OCN, prose, several dates", PORTRAIT, f"""
<style>.pg{{font-family:'merriweather';font-size:13px;line-height:1.75}}</style>
<div style="padding:56px 86px"><div style="display:flex;align-items:center;border-bottom:2px solid #4b2e83;padding-bottom:10px"><div style="font:700 34px 'montserrat';color:#4b2e83">ONCC</div><div style="font:11px 'montserrat';margin-left:16px;color:#4b2e83;line-height:1.4">Oncology Nursing Certification Corporation<br>125 Enterprise Drive, Pittsburgh, PA 15275-1214 &middot; 877-769-6622</div></div>
<p style="margin-top:30px">November 14, 2025</p>
<p style="line-height:1.45">Mary Kate de la Cruz-Whitfield, MSN, RN, OCN&reg;<br>20 Wickersham Court<br>Duluth, MN 55811</p>
<p>Dear Ms. de la Cruz-Whitfield:</p>
<p>Congratulations! Your application to renew, received September 29, 2025, has been approved, and your Oncology Certified Nurse (OCN&reg;) credential has been renewed through Option 1: Practice Hours + Professional Development Points.
You submitted 126 points; 100 were required in your individual learning needs areas.</p>
<p>Your new certification term begins on January 1, 2026, and your certification will remain valid until <b>December 31, 2029</b>. Your ONCC certification number, 01748829, does not change. You first earned this credential in May 2014,
and you may continue to use the letters OCN&reg; after your name.</p>
<p>A certificate and a wallet card will be mailed within six weeks. The next application to renew opens in early 2029; the early-bird deadline is August 15, 2029 and the final deadline is October 15, 2029. Candidates who renew at the last minute pay a late fee of $100.</p>
<p>On behalf of the Corporation and the more than 40,000 nurses certified by ONCC, thank you for your commitment to people with cancer.</p>
<p>Sincerely,</p><div>{sign('Tobias Ferncliff', 'caveat', 32)}</div><p style="line-height:1.45;margin-top:4px">Tobias Ferncliff, PhD, RN, AOCN&reg;<br>Executive Director</p>
<p style="font-size:10px;color:#666;margin-top:26px">Ref. 25-R1-118402 &nbsp; cc: file</p></div>
""", cert("OCN", ["Oncology Certified Nurse", "Oncology Certified Nurse (OCN)", "OCN"], ["Oncology Nursing Certification Corporation", "ONCC", "Oncology Nursing Certification Corporation (ONCC)"], "01748829", "Mary Kate de la Cruz-Whitfield", issued="2026-01-01", expires="2029-12-31"),
    shot=dict(seed=608, turn=2.6, size=TALL, tab="laminate", fill=.92, tilt=(.03, -.05), roll=-1.5, crease=True, bend=.012, light=(-.4, .1), shadow=.35, exif=8))

# ================================================================ L609  NBCRNA verification
box = lambda k, v, w: f'<div style="width:{w}px;border:1px solid #777;margin:-1px 0 0 -1px;padding:5px 9px 8px"><div style="font-size:10px;color:#555;text-transform:uppercase;letter-spacing:.5px">{k}</div><div style="font-size:15px;margin-top:3px">{v}</div></div>'
doc("NBCRNA verification with boxes, last name first", PORTRAIT, f"""
<style>.pg{{font-family:'roboto-condensed'}}.r{{display:flex;width:680px}}</style>
<div style="padding:52px 68px"><div style="display:flex;justify-content:space-between;align-items:flex-end"><div style="font:600 24px 'oswald';color:#0f3d2e">NBCRNA</div><div style="font-size:12px;text-align:right;color:#0f3d2e">National Board of Certification and Recertification for Nurse Anesthetists<br>8725 W. Higgins Road, Suite 525, Chicago, IL 60631</div></div>
<div style="background:#0f3d2e;color:#fff;font-size:19px;padding:8px 14px;margin-top:16px">CREDENTIAL VERIFICATION REPORT</div>
<p style="font-size:12.5px">Requested by: Medical Staff Services, Bishop Tuttle Memorial Hospital &nbsp;&nbsp; Report date: 2026-03-03 &nbsp;&nbsp; Order 99120477</p>
<div class="r">{box('Name (Last, First MI)', 'FERREIRA DOS SANTOS, TIAGO L.', 400)}{box('NBCRNA / AANA ID', '118720', 281)}</div>
<div class="r">{box('Credential', 'Certified Registered Nurse Anesthetist (CRNA)', 400)}{box('Certification status', 'CERTIFIED &ndash; IN GOOD STANDING', 281)}</div>
<div class="r">{box('Initial certification', '2017-07-11', 228)}{box('Current certification from', '2025-08-01', 227)}{box('Expires', '2029-07-31', 227)}</div>
<div class="r">{box('Program', 'MAC Program (formerly CPC)', 228)}{box('Annual check-in due', '2026-07-31', 227)}{box('Class A credits reported', '38.50 of 60.00', 227)}</div>
<div class="r">{box('NSPM-C (Nonsurgical pain)', 'Not held', 228)}{box('Sanctions', '&#9744; Yes &nbsp; &#9746; No', 227)}{box('State license on file', 'UT 5530187-4406', 227)}</div>
<p style="font-size:12.5px;line-height:1.5;margin-top:20px">The information above was taken from the NBCRNA database at the time of the request and is primary source verification within the meaning of the standards of The Joint Commission and NCQA. The NBCRNA does not verify state licensure. A new report is recommended every 180 days.</p>
<div style="display:flex;justify-content:space-between;margin-top:24px"><div>{bars(609, 220, 40)}<div style="font:11px 'Liberation Mono'">VR-99120477-118720</div></div><div style="border:2px solid #b03030;color:#b03030;transform:rotate(-7deg);padding:6px 12px;font:700 17px 'courier-prime';height:62px;opacity:.8">RECEIVED<br>MAR 05 2026 MSS</div></div></div>
""", cert("CRNA", ["Certified Registered Nurse Anesthetist", "Certified Registered Nurse Anesthetist (CRNA)", "CRNA"],
          ["National Board of Certification and Recertification for Nurse Anesthetists", "NBCRNA"], "118720", ["Tiago L. Ferreira dos Santos", "FERREIRA DOS SANTOS, TIAGO L."], issued="2025-08-01", expires="2029-07-31"),
    shot=dict(seed=609, turn=3.3, size=TALL, tab="oak", fill=.9, tilt=(-.03, .07), roll=3.5, light=(.3, .3), shadow=.4, blur=1.1))

# ================================================================ L610  ANCC FNP-BC with card
doc("ANCC FNP-BC certificate and detachable card", PORTRAIT, f"""
<style>.pg{{font-family:'playfair-display'}}</style>
<div style="position:absolute;left:50px;right:50px;top:46px;height:610px;border:8px solid #20507a;outline:2px solid #b79b4b;outline-offset:-14px;text-align:center;padding:44px 60px">
<div style="font-size:15px;letter-spacing:4px;color:#20507a">AMERICAN NURSES CREDENTIALING CENTER</div><div style="font-size:20px;font-style:italic;margin-top:28px">hereby recognizes that</div>
<div style="font-size:36px;margin-top:20px">Adaeze N. Okonkwo-Brandt</div><div style="font-size:16px;line-height:1.6;margin-top:18px">has successfully completed the requirements for board certification<br>as prescribed by the Commission on Certification for the specialty of</div>
<div style="font-size:29px;font-weight:700;margin-top:16px;color:#20507a">Family Nurse Practitioner</div><div style="font-size:16px;margin-top:14px">and is entitled to use the credential</div><div style="font-size:26px;font-weight:700">FNP-BC</div>
<div style="display:flex;justify-content:space-around;margin-top:26px;font-size:14px"><div>Certification Number<br><b>2020018472</b></div><div>Issue Date<br><b>Dec 12, 2025</b></div><div>Valid Through<br><b>Dec 11, 2030</b></div></div>
<div style="display:flex;justify-content:space-between;margin-top:28px;font-size:12px;text-align:left"><div>{sign('Rh. Castañeda', 'kalam', 22)}<br>President, ANCC</div><div>{sign('E. Sorrell-Nakai', 'caveat', 27)}<br>Chair, Commission on Certification</div></div></div>
<div style="position:absolute;left:0;right:0;top:690px;border-top:1px dashed #777"></div>
<div style="position:absolute;left:60px;top:726px;width:336px;height:212px;border:1px solid #888;border-radius:12px;padding:14px 18px;font:12px 'lato';line-height:1.4"><b style="color:#20507a">ANCC</b> &nbsp;American Nurses Credentialing Center<div style="font-size:16px;font-weight:700;margin-top:14px">Adaeze N. Okonkwo-Brandt, FNP-BC</div>Family Nurse Practitioner
 <table style="margin-top:16px;width:100%"><tr><td>No. 2020018472</td><td>12/12/2025 &ndash; 12/11/2030</td></tr></table><div style="margin-top:26px;border-top:1px solid #888">Signature</div></div>
<div style="position:absolute;left:420px;top:726px;width:336px;height:212px;border:1px solid #888;border-radius:12px;padding:16px 18px;font:11px 'lato';line-height:1.45">This card is the property of the ANCC and must be returned on request. Certification may be verified at nursingworld.org/certification/verify.<br><br>To renew, submit 75 continuing education hours, 25 of them in pharmacotherapeutics, with Category 2&ndash;8 activities. You may apply up to one year before the date of expiration.<br><br>8515 Georgia Avenue, Suite 400, Silver Spring, MD 20910 &middot; 1.800.284.2378</div>
""", cert("FNP-BC", ["Family Nurse Practitioner", "Family Nurse Practitioner (FNP-BC)", "FNP-BC"], ["American Nurses Credentialing Center", "ANCC", "American Nurses Credentialing Center (ANCC)"], "2020018472", "Adaeze N. Okonkwo-Brandt", issued="2025-12-12", expires="2030-12-11"),
    shot=dict(seed=610, size=TALL, tab="pine", fill=.9, tilt=(.05, .04), roll=178, light=(.2, -.4), shadow=.3, blur=1.0))

# ================================================================ L611  hospital letter in prose (fax scan)
doc("Hospital in-service, letter in prose, hours in words and fraction; scan", PORTRAIT, f"""
<style>.pg{{font-family:'Liberation Serif';font-size:15px;line-height:1.55}}</style>
<div style="padding:60px 96px"><div style="text-align:center"><div style="font-size:22px;font-weight:700;letter-spacing:.5px">St. Brendan &amp; All Saints Regional Medical Center</div><div style="font-size:14px">Department of Nursing Education and Professional Development</div><div style="font-size:12px">2200 Cloverdale Pike &middot; Zanesville, Ohio 43701 &middot; (740) 555-0176</div></div><hr>
<p style="margin-top:26px">October 9, 2025</p><p><b>RE: Letter of Completion</b></p><p>To Whom It May Concern:</p>
<p>This is to confirm that Ngozi Adaora O&rsquo;Brien, BSN, RN, PCCN, a member of our 4 West telemetry staff since March 2019, attended the in-service <i>Recognizing Deterioration: Early Warning Scores on the Medical-Surgical Unit</i> on the third of October, 2025, from 7:30 a.m. until 9:30 a.m. including a
fifteen-minute break. Her post-test (score 92%) and evaluation were returned on October 6.</p>
<p>In recognition of full attendance she has been awarded one and three-quarters (1&frac34;) contact hours.</p>
<p>This nursing continuing professional development activity was approved by the Ohio Nurses Association, an accredited approver by the American Nurses Credentialing Center&rsquo;s Commission on Accreditation (OBN-001-91). The activity number is 2025-0000001173 and approval is valid through November 12, 2027.
Criteria for success: attendance at the entire event. There is no conflict of interest for anyone with the ability to control content.</p>
<p>Please keep this letter for six years as the Board of Nursing may request it. Should you need a duplicate, a fee of $10 applies after 90 days.</p>
<p style="margin-top:24px">Respectfully,</p><div>{sign('Delores A. Kuykendall', 'caveat', 34, '#111')}</div><p style="margin-top:2px;line-height:1.4">Delores A. Kuykendall, MSN, RN, NPD-BC<br>Nursing Professional Development Specialist, ext. 4471</p></div>
""", ce(["Recognizing Deterioration: Early Warning Scores on the Medical-Surgical Unit"], ["St. Brendan & All Saints Regional Medical Center", "St. Brendan & All Saints Regional Medical Center, Department of Nursing Education and Professional Development"],
        "2025-10-03", 1.75, "Ngozi Adaora O'Brien", (["Ohio Nurses Association", "Ohio Nurses Association (ONA)"], ["2025-0000001173", "OBN-001-91"]), (ANCC, None)),
    scan=dict(seed=611, skew=-.7, mode="fax", quality=80),
    shot=dict(seed=1611, size=TALL, tab="cloth", fill=.9, tilt=(.02, -.06), roll=-4, crease=True, light=(.4, .1), shadow=.45, blur=1.1))

# ================================================================ L612  online CE company
doc("Online CE company, dense two columns, several approvers, release and expiry dates", PORTRAIT, f"""
<style>.pg{{font-family:'montserrat';font-size:12px}}.l{{color:#777;font-size:10px;font-weight:600;margin-top:12px}}.d{{font-size:15px;font-weight:600}}</style>
<div style="position:absolute;left:0;top:0;bottom:0;width:270px;background:#f0f4f2;padding:50px 26px;line-height:1.5;font-size:10.5px"><div style="font-size:21px;font-weight:700;color:#1c7c54;line-height:1.1">NurseBridge<br>Learning</div>
<p style="margin-top:30px"><b>Accreditations</b></p><p>NurseBridge Learning, LLC is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center&rsquo;s Commission on Accreditation. Provider P0788.</p>
<p>Provider approved by the California Board of Registered Nursing, Provider Number CEP 17442, for 3.3 contact hours.</p><p>Florida Board of Nursing Provider # 50-22914. CE Broker course tracking # 20-1184402.</p><p>District of Columbia Board of Nursing: 50-22914. Georgia, Arkansas, South Carolina, West Virginia, Kentucky: see site.</p>
<p><b>Course history</b></p><p>Released 08/01/2024<br>Reviewed 02/12/2025<br>Expires 07/31/2027<br>Course ID NB-2291 v3</p><p>Instructional level: intermediate. 60 minutes = 1 contact hour; California 50 minutes.</p><div style="margin-top:22px">{qr(612, 110)}</div><p>Verify: nursebridge.example/v<br>code 7QK4-MM2C-0931</p></div>
<div style="position:absolute;left:310px;top:60px;right:50px"><div style="font-size:30px;font-weight:300;letter-spacing:1px">Certificate of<br><b>Completion</b></div><div style="height:4px;width:80px;background:#1c7c54;margin:18px 0 30px"></div>
<div class="l">PRESENTED TO</div><div style="font-size:25px;font-weight:600">Thuy-Linh Pham, LPN</div><div class="l">LICENSE</div><div class="d" style="font-weight:400">Florida PN5217730</div>
<div class="l" style="margin-top:30px">FOR COMPLETING THE ONLINE COURSE</div><div style="font-size:19px;font-weight:600;line-height:1.3">Human Trafficking: Recognition and Response for Florida Health Professionals</div>
<table style="margin-top:34px;width:100%"><tr><td><div class="l">COMPLETED ON</div><div class="d">17 January 2026</div></td><td><div class="l">CONTACT HOURS</div><div class="d">2.75</div></td></tr><tr><td><div class="l">FINAL EXAM</div><div class="d">90%</div></td><td><div class="l">DELIVERY</div><div class="d">Self-paced</div></td></tr></table>
<div style="margin-top:60px">{sign('Ottilie Grand-Maison', 'great-vibes', 30, '#1c7c54')}<div style="border-top:1px solid #999;width:250px;padding-top:4px;font-size:11px">Ottilie Grand-Maison, EdD, RN<br>Nurse Planner</div></div>
<p style="font-size:10px;color:#777;margin-top:60px;line-height:1.5">Keep this certificate for at least four years. Completion is reported to CE Broker within 48 hours; reports for the biennium ending 04/30/2026 are made by the same route. NurseBridge Learning, LLC, 700 Bayou Terrace, Suite 310, Tallahassee, FL 32301.</p></div>
""", ce(["Human Trafficking: Recognition and Response for Florida Health Professionals"], ["NurseBridge Learning", "NurseBridge Learning, LLC"], "2026-01-17", 2.75, "Thuy-Linh Pham",
        (ANCC, ["P0788"]), (CABRN, ["CEP 17442", "17442", "CEP17442"]), (FLBON, ["50-22914", "20-1184402"]), (["District of Columbia Board of Nursing"], ["50-22914"])),
    shot=dict(seed=612, turn=-1.5, size=TALL, tab="granite", fill=.9, tilt=(.04, .05), roll=2, light=(-.3, .3), shadow=.35, blur=1.0))

# ================================================================ L613  Spanish
doc("Spanish-language certificate, ornamental type, hours in words", LANDSCAPE, f"""
<style>.pg{{font-family:'eb-garamond';text-align:center}}</style>
<div style="position:absolute;inset:30px;border:2px solid #1d4d2b;border-radius:26px"></div><div style="position:absolute;inset:40px;border:5px double #b1892f;border-radius:20px"></div>
<div style="position:absolute;left:0;right:0;top:230px;opacity:.08">{seal('UNIVERSIDAD METROPOLITANA DEL CARIBE · ', '#1d4d2b', 330, '❦')}</div>
<div style="position:relative"><div style="padding-top:74px;font-family:'unifrakturmaguntia';font-size:38px">Universidad Metropolitana del Caribe</div><div style="font-size:18px;margin-top:4px">Escuela de Enfermer&iacute;a &middot; Divisi&oacute;n de Educaci&oacute;n Continua</div>
<div style="font-size:20px;font-style:italic;margin-top:24px">Otorga el presente certificado a</div><div style="font-family:'pinyon-script';font-size:54px;margin-top:6px">Mar&iacute;a de los &Aacute;ngeles V&eacute;lez Rosario</div><div style="font-size:15px">R.N., B.S.N. &mdash; Licencia N&uacute;m. 23417</div>
<div style="font-size:18px;margin-top:18px">por haber completado satisfactoriamente la actividad educativa</div><div style="font-size:27px;font-weight:700;margin-top:10px">Manejo de las &Uacute;lceras por Presi&oacute;n y Cuidado de la Piel</div>
<div style="font-size:18px;line-height:1.55;margin-top:12px">con una duraci&oacute;n de seis (6) horas contacto, equivalentes a 0.6 unidades de educaci&oacute;n continua,<br>celebrada en Ponce, Puerto Rico, el d&iacute;a 7 de marzo de 2026.</div>
<div style="font-size:13.5px;margin-top:16px;line-height:1.5">Proveedor N&uacute;m. 00147 aprobado por la Junta Examinadora de Enfermer&iacute;a de Puerto Rico. La aprobaci&oacute;n vence el 30 de junio de 2027.<br>Dado en San Juan, hoy 20 de marzo de 2026.</div></div>
<div style="position:absolute;left:130px;bottom:70px;width:270px;font-size:14px">{sign('Carmen I. Quiñones', 'great-vibes', 30)}<div style="border-top:1px solid #333;padding-top:3px">Dra. Carmen I. Qui&ntilde;ones Negr&oacute;n<br>Decana</div></div>
<div style="position:absolute;right:130px;bottom:70px;width:270px;font-size:14px">{sign('Luis F. Arroyo', 'caveat', 32)}<div style="border-top:1px solid #333;padding-top:3px">Prof. Luis F. Arroyo, MSN, RN<br>Coordinador</div></div>
""", ce(["Manejo de las Úlceras por Presión y Cuidado de la Piel"], ["Universidad Metropolitana del Caribe", "Universidad Metropolitana del Caribe, Escuela de Enfermería", "Universidad Metropolitana del Caribe, División de Educación Continua"],
        "2026-03-07", 6, "María de los Ángeles Vélez Rosario", (["Junta Examinadora de Enfermería de Puerto Rico", "Junta Examinadora de Enfermería"], ["00147"])),
    shot=dict(seed=613, size=WIDE, tab="oak", fill=.88, tilt=(-.04, -.05), roll=4, light=(.3, .2), shadow=0., bend=.01, warm=1.04))

# ================================================================ L614  conference with sessions
S = [("Thu 4/23", "GS-1", "Opening Keynote: The Quiet Operating Room", "1.00", "1.00"), ("Thu 4/23", "102", "Surgical Smoke: From Legislation to Practice", "1.25", "1.25"), ("Thu 4/23", "107", "Malignant Hyperthermia Drill, Hands-on", "1.50", "&mdash;"),
     ("Fri 4/24", "GS-2", "Moral Injury and the Perioperative Team", "1.00", "1.00"), ("Fri 4/24", "204", "Robotics Positioning Injuries: Ten Years of Claims", "1.25", "1.25"), ("Fri 4/24", "211", "Sterile Processing for the Circulator", "1.50", "1.50"), ("Fri 4/24", "P", "Poster Walk (self-guided)", "1.00", "0.50"),
     ("Sat 4/25", "301", "Pediatric Emergence Delirium", "1.50", "1.50"), ("Sat 4/25", "306", "Retained Items: Counting That Counts", "1.25", "1.25"), ("Sat 4/25", "GS-3", "Closing Session: What the Surgeon Never Told Me", "1.00", "1.00"), ("Sat 4/25", "W", "Post-conference Workshop: CNOR Review", "2.25", "&mdash;")]
rows = "".join("<tr>" + "".join(f'<td style="border-bottom:1px solid #ccc;padding:4px 8px;{"text-align:right" if i > 2 else ""}">{v}</td>' for i, v in enumerate(s)) + "</tr>" for s in S)
doc("Conference of three days, table of sessions, possible and earned hours", PORTRAIT, f"""
<style>.pg{{font-family:'source-sans-3';font-size:13.5px}}th{{text-align:left;padding:5px 8px;background:#23395b;color:#fff;font-weight:600;font-size:12px}}</style>
<div style="padding:44px 60px"><div style="display:flex;justify-content:space-between;align-items:center"><div><div style="font:600 15px 'oswald';color:#b5542a;letter-spacing:1px">FRONT RANGE ASSOCIATION OF PERIOPERATIVE NURSES</div><div style="font:600 27px 'oswald';color:#23395b;line-height:1.2">58th Annual Rocky Mountain<br>Perioperative Symposium</div><div>April 23 &ndash; 25, 2026 &nbsp;|&nbsp; Antlers Conference Center, Colorado Springs, CO</div></div><div>{seal('58 YEARS OF SYMPOSIA · FRAPN · ', '#b5542a', 100, '▲')}</div></div>
<div style="text-align:center;margin-top:24px;font-size:21px;letter-spacing:3px;color:#23395b">CERTIFICATE OF ATTENDANCE</div>
<p style="text-align:center;margin-top:10px">Attendee: <b style="font-size:19px">Bartholomew &ldquo;Bart&rdquo; Szczepa&#324;ski, RN, CNOR</b> &nbsp;&nbsp; Badge 2208</p>
<table style="width:100%;margin-top:12px"><tr><th>Day</th><th>Session</th><th>Title</th><th style="text-align:right">Max. hours</th><th style="text-align:right">Hours earned</th></tr>{rows}
<tr style="font-weight:700"><td></td><td></td><td style="padding:7px 8px">TOTAL</td><td style="text-align:right;padding:7px 8px">14.50</td><td style="text-align:right;padding:7px 8px">10.25</td></tr></table>
<p style="line-height:1.5">The symposium offers a maximum of 14.50 contact hours. The attendee named above claimed and is awarded <b>10.25 contact hours (615 minutes)</b>. Hours are based on badge scans and session evaluations received by 05/10/2026.</p>
<p style="font-size:12px;line-height:1.5">This activity was approved by the Western Multi-State Division, an accredited approver of continuing nursing education by the American Nurses Credentialing Center&rsquo;s Commission on Accreditation (Activity WMSD-26-0418, approval period 04/01/2026&ndash;03/31/2028). Provider approved by the California Board of Registered Nursing, Provider Number CEP 8841.
Exhibit hall time (2.0 hours) carries no credit.</p>
<div style="display:flex;justify-content:space-between;margin-top:18px"><div>{sign('Ione Baptiste-Crow', 'kalam', 24)}<br>Ione Baptiste-Crow, MSN, RN, CNOR<br>Lead Nurse Planner</div><div style="text-align:right;padding-top:30px;font-size:12px">Certificate 26-2208-C &nbsp; issued May 12, 2026</div></div></div>
""", ce(["58th Annual Rocky Mountain Perioperative Symposium", "Rocky Mountain Perioperative Symposium"], ["Front Range Association of Perioperative Nurses", "FRAPN"], "2026-04-25", 10.25, ["Bartholomew “Bart” Szczepański", "Bartholomew Szczepański", "Bartholomew \"Bart\" Szczepański"],
        (["Western Multi-State Division"], ["WMSD-26-0418"]), (ANCC, None), (CABRN, ["CEP 8841", "8841", "CEP8841"])),
    shot=dict(seed=614, turn=1.2, size=TALL, tab="walnut", fill=.91, tilt=(.03, .05), roll=-3, light=(.2, .4), shadow=.4, blur=1.0))

# ================================================================ L615  transcript
T = [("Bloodborne Pathogens 2025", "01/06/2025", "0.50"), ("Rapid Regulatory Compliance: Clinical I", "01/06/2025", "1.00"), ("Sepsis: Recognition and the One-Hour Bundle", "01/19/2025", "1.25"), ("Preventing CAUTI: Insertion and Maintenance", "01/19/2025", "0.75"), ("Restraint and Seclusion: Patient Rights", "02/03/2025", "1.00"),
     ("Epic Upgrade Tip Sheet Attestation", "02/11/2025", "0.00"), ("Insulin Infusion Safety", "02/25/2025", "1.50"), ("High-Alert Medications in the ICU", "03/09/2025", "2.00"), ("Stroke Scale (NIHSS) Certification, Test Group C", "03/22/2025", "2.50"), ("Introduction to ECG Interpretation, Part 1", "04/02/2025", "3.00"),
     ("Introduction to ECG Interpretation, Part 2", "04/04/2025", "3.00"), ("Central Line Dressing Change: CLABSI Prevention", "04/17/2025", "0.75"), ("Workplace Violence: De-escalation Basics", "05/01/2025", "1.00"), ("Pain Management and Opioid Stewardship", "05/13/2025", "2.00"), ("Implicit Bias in Maternal Care", "05/30/2025", "2.00"),
     ("Fire Safety and Evacuation Map Review", "06/08/2025", "0.00"), ("Massive Transfusion Protocol Update", "06/21/2025", "0.50"), ("Palliative Conversations: Goals of Care", "07/07/2025", "1.50"), ("Ventilator Basics for the Bedside Nurse", "07/28/2025", "2.25"), ("Delirium: CAM-ICU and the ABCDEF Bundle", "08/14/2025", "1.25"),
     ("Child Abuse Recognition: Mandated Reporter", "09/02/2025", "3.00"), ("Pressure Injury Staging, NDNQI Module 1", "09/26/2025", "1.00"), ("Suicide Risk: Columbia Protocol (C-SSRS)", "10/15/2025", "1.25"), ("Continuous Renal Replacement Therapy", "11/11/2025", "4.00")]
total = sum(float(t[2]) for t in T)
rows = "".join(f'<tr style="background:{"#f4f6f8" if i % 2 else "#fff"}"><td>{t[0]}</td><td>{t[1]}</td><td>Completed</td><td style="text-align:right">{80 + 5 * ((i * 7 + i // 3) % 5) if float(t[2]) else "&ndash;"}</td><td style="text-align:right">{t[2]}</td></tr>' for i, t in enumerate(T))
doc("Transcript of an employer's learning system, 24 completed rows (two without credit), two open", PORTRAIT, f"""
<style>.pg{{font-family:'open-sans';font-size:11px}}td,th{{padding:4.6px 8px;text-align:left;border-bottom:1px solid #dde}}th{{background:#dfe7ee;font-size:10.5px}}</style>
<div style="padding:36px 48px"><div style="display:flex;justify-content:space-between"><div style="font-size:17px;font-weight:700;color:#225">My Learning Transcript</div><div style="text-align:right;color:#555">Printed 12/01/2025 07:14 AM<br>Page 1 of 1</div></div>
<table style="width:100%;margin:10px 0;background:#fafafa"><tr><td><b>Learner:</b> Ruiz-Hollander, Simone E.</td><td><b>Employee ID:</b> 0061748</td><td><b>Job title:</b> RN Clinical II - CVICU</td></tr><tr><td><b>Facility:</b> Harbor Mercy Health System</td><td><b>Hire date:</b> 08/16/2021</td><td><b>Period:</b> 01/01/2025 - 11/30/2025</td></tr></table>
<table style="width:100%"><tr><th>Course Title</th><th>Completion Date</th><th>Status</th><th style="text-align:right">Score</th><th style="text-align:right">CE Contact Hours</th></tr>{rows}
<tr><td>Annual Influenza Declination / Attestation</td><td></td><td>Not Started</td><td></td><td></td></tr><tr><td>Code Blue Mock Drill Debrief (due 12/31/2025)</td><td></td><td>In Progress</td><td></td><td></td></tr>
<tr style="font-weight:700"><td>Total contact hours for period</td><td></td><td></td><td></td><td style="text-align:right">{total:.2f}</td></tr></table>
<p style="font-size:10px;color:#555;line-height:1.45">Harbor Mercy Health System is approved as a provider of nursing continuing professional development by the Pennsylvania State Nurses Association, an accredited approver by the American Nurses Credentialing Center&rsquo;s Commission on Accreditation. Provider unit 153-3-A-24, approved through 08/31/2027. Individual certificates are available in the learning system.</p></div>
""", transcript(["Simone E. Ruiz-Hollander", "Ruiz-Hollander, Simone E."], "Harbor Mercy Health System", [dict(title=t[0], completedAt=f"{t[1][6:]}-{t[1][:2]}-{t[1][3:5]}", hours=float(t[2])) for t in T]),
    shot=dict(seed=615, size=(3024, 4032), tab="laminate", fill=.93, tilt=(.02, -.04), roll=1.5, light=(-.3, .3), shadow=.3, blur=.9))

# ================================================================ L616  AMA PRA webinar
doc("Jointly accredited webinar, AMA PRA credit awarded below the maximum, dotted date", LANDSCAPE, f"""
<style>.pg{{font-family:'lato'}}</style>
<div style="position:absolute;left:0;top:0;bottom:0;width:34px;background:linear-gradient(#0a3d62,#3c6382)"></div>
<div style="padding:46px 70px 0 90px"><div style="display:flex;justify-content:space-between"><div style="font-size:19px;font-weight:700;color:#0a3d62">LAKESHORE ACADEMIC HEALTH<div style="font-size:13px;font-weight:400">Office of Continuing Professional Development</div></div>
<div style="border:2px solid #0a3d62;padding:6px 10px;font-size:10px;text-align:center;color:#0a3d62;line-height:1.3"><b style="font-size:12px">JOINTLY ACCREDITED PROVIDER&trade;</b><br>INTERPROFESSIONAL CONTINUING EDUCATION</div></div>
<div style="font-size:15px;margin-top:30px">This certifies that</div><div style="font-size:33px;font-weight:300;margin-top:4px">Rosalind P. Achterberg, DNP, APRN, PMHNP-BC</div>
<div style="font-size:15px;margin-top:14px">participated in the live internet activity</div><div style="font-size:23px;font-weight:700;margin-top:6px;line-height:1.25;color:#0a3d62">Grand Rounds in Psychiatry &ndash; Long-Acting Injectables: Who, When and How</div>
<div style="font-size:15px;margin-top:12px">on <b>09.18.2025</b>, and is awarded <b>1.25 <i>AMA PRA Category 1 Credits</i>&trade;</b>.</div>
<div style="font-size:12px;line-height:1.5;margin-top:26px;color:#333;width:860px"><p>In support of improving patient care, Lakeshore Academic Health is jointly accredited by the Accreditation Council for Continuing Medical Education (ACCME), the Accreditation Council for Pharmacy Education (ACPE), and the American Nurses Credentialing Center (ANCC), to provide continuing education for the healthcare team. Provider JA4008112.</p>
<p>Lakeshore Academic Health designates this live activity for a maximum of 1.50 <i>AMA PRA Category 1 Credits</i>&trade;. Physicians should claim only the credit commensurate with the extent of their participation in the activity. The program ran from noon to 1:30 PM Central and is archived until 09.17.2027 as an enduring material (separate credit).</p></div>
<div style="display:flex;justify-content:space-between;margin-top:34px;align-items:flex-end"><div style="font-size:12px">{sign('Yusuf Haddad-Lindgren', 'caveat', 32)}<div style="border-top:1px solid #777;padding-top:3px;width:270px">Yusuf Haddad-Lindgren, MD, MEd<br>Associate Dean, CPD</div></div><div style="font-size:11px;color:#555;text-align:right">Activity 40118-25-17<br>Transcript ID 77201834<br>Downloaded 01.04.2026</div></div></div>
""", ce(["Grand Rounds in Psychiatry – Long-Acting Injectables: Who, When and How", "Grand Rounds in Psychiatry - Long-Acting Injectables: Who, When and How", "Long-Acting Injectables: Who, When and How"], ["Lakeshore Academic Health", "Lakeshore Academic Health, Office of Continuing Professional Development", "Lakeshore Academic Health Office of Continuing Professional Development"],
        "2025-09-18", 1.25, "Rosalind P. Achterberg", (JOINT, ["JA4008112"]), unit="AMA PRA Category 1 Credits"),
    shot=dict(seed=616, turn=4, size=WIDE, tab="pine", fill=.88, tilt=(.05, -.03), roll=-5, light=(.3, -.3), shadow=.35, exif=3))

# ================================================================ L617  journal article
doc("Journal article CE, pharmacology hours among the contact hours", LANDSCAPE, f"""
<style>.pg{{font-family:'Liberation Serif'}}</style>
<div style="position:absolute;inset:36px;border:1px solid #333;padding:34px 56px"><div style="display:flex;justify-content:space-between;border-bottom:3px solid #7b1113;padding-bottom:8px"><div style="font-size:27px;font-style:italic;font-weight:700;color:#7b1113">The Journal of Rural &amp; Frontier Nursing</div><div style="font:12px 'Liberation Sans Narrow';text-align:right">NURSING CONTINUING PROFESSIONAL<br>DEVELOPMENT CERTIFICATE</div></div>
<table style="font-size:16px;margin-top:26px;width:100%"><tr><td style="width:210px;padding:7px 0;color:#555">Awarded to</td><td style="font-size:22px"><b>Wm. Fitzhugh Lee Tallchief, RN</b></td></tr><tr><td style="padding:7px 0;color:#555">License no. / State</td><td>R0088714 / Oklahoma</td></tr>
<tr><td style="padding:7px 0;color:#555;vertical-align:top">Article</td><td style="line-height:1.35"><b>Anticoagulants in the Oldest Old: A Practical Guide to Reversal</b><br><span style="font-size:14px">Vol. 41, No. 3, pp. 112&ndash;121 (Sept./Oct. 2025). doi:10.5555/jrfn.2025.0112</span></td></tr>
<tr><td style="padding:7px 0;color:#555">Credit</td><td><b>2.5 contact hours</b> (including 1.0 hour of advanced pharmacology)</td></tr><tr><td style="padding:7px 0;color:#555">Test passed</td><td>Nov. 2, 2025 &nbsp;&nbsp; Score 16/18 &nbsp;&nbsp; Test ID JRF0925C</td></tr><tr><td style="padding:7px 0;color:#555">Test valid through</td><td>September 3, 2027</td></tr></table>
<p style="font-size:13px;line-height:1.5;margin-top:22px">Cardinal Prairie Press is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center&rsquo;s Commission on Accreditation. This activity is also provider approved by the California Board of Registered Nursing, Provider Number CEP 12590, for 2.5 contact hours. Cardinal Prairie Press is also an approved provider by the District of Columbia, Georgia and Florida CE Broker #50-3380.</p>
<div style="display:flex;justify-content:space-between;margin-top:20px;font-size:13px"><div>{hand('Aurelia Stockbridge', 30)}<br>Aurelia Stockbridge, PhD, RN<br>Director of Continuing Education</div><div style="text-align:right">Cardinal Prairie Press<br>PO Box 1620, Hays, KS 67601<br>Payment ref. 6-2025-118-44 &nbsp; $24.95</div></div></div>
""", ce(["Anticoagulants in the Oldest Old: A Practical Guide to Reversal"], ["Cardinal Prairie Press", "The Journal of Rural & Frontier Nursing", "Journal of Rural & Frontier Nursing"], "2025-11-02", 2.5, ["Wm. Fitzhugh Lee Tallchief"],
        (ANCC, None), (CABRN, ["CEP 12590", "12590", "CEP12590"]), (FLBON, ["50-3380"])),
    shot=dict(seed=617, turn=2, size=WIDE, tab="granite", fill=.87, tilt=(-.05, .04), roll=2.5, bend=-.014, light=(.35, .1), shadow=.3))

# ================================================================ L618  fit test form (colour scan)
cell = lambda k, v, w: f'<td style="border:1px solid #333;padding:3px 7px 5px;width:{w}px"><div style="font-size:9.5px;color:#333">{k}</div><div style="font-size:18px;font-family:\'kalam\';color:#1b2a7b">{v}</div></td>'
doc("Respirator fit test record filled in by hand, with TB and immunization boxes; color scan", PORTRAIT, f"""
<style>.pg{{font-family:'Liberation Sans'}}table{{width:704px}}.h{{background:#333;color:#fff;font-size:12px;font-weight:700;padding:4px 8px;margin-top:12px;width:704px}}</style>
<div style="padding:44px 56px"><div style="display:flex;justify-content:space-between"><div style="font-size:19px;font-weight:700">Cooper Union Regional Hospital<div style="font-size:12px;font-weight:400">Employee Health &amp; Wellness &middot; Form EHS-114 (Rev. 06/23)</div></div><div style="font-size:20px;font-weight:700;text-align:right">RESPIRATOR<br>FIT TEST RECORD</div></div>
<div class="h">A. EMPLOYEE</div><table><tr>{cell('Name (print)', 'Luz M. Hern&aacute;ndez Quispe', 330)}{cell('Employee no.', '40-22917', 170)}{cell('Date of birth', '4/11/1988', 204)}</tr></table>
<table style="margin-top:-1px"><tr>{cell('Department', 'Resp. Stepdown 6B', 330)}{cell('Job title', 'Staff RN', 170)}{cell('Medical clearance date', '9/24/25', 204)}</tr></table>
<div class="h">B. FIT TEST</div><table><tr>{cell('Date of test', '10/2/2025', 200)}{cell('Respirator / size', '3M 1860S &nbsp; small', 300)}{cell('Facial hair', 'no', 204)}</tr></table>
<table style="margin-top:-1px"><tr><td style="border:1px solid #333;padding:7px;font-size:13px;line-height:1.7"><b>Method:</b> &nbsp; &#9746; Qualitative (Bitrex) &nbsp; &#9744; Qualitative (saccharin) &nbsp; &#9744; Quantitative (PortaCount) &nbsp; Fit factor ______<br><b>Exercises:</b> &#9746; normal &#9746; deep &#9746; side to side &#9746; up and down &#9746; talking &#9746; bending &nbsp;&nbsp; <b>Result:</b> &#9746; PASS &nbsp; &#9744; FAIL</td></tr></table>
<table style="margin-top:-1px"><tr>{cell('Next fit test due', '10/2/2026', 200)}{cell('Tester (print)', 'G. Przybylski, LPN', 300)}{cell('Lot of test agent', 'BX-2207 exp 1/27', 204)}</tr></table>
<div class="h">C. TUBERCULOSIS SCREENING</div><table><tr>{cell('Test', 'QFT-Plus', 200)}{cell('Collected / result', '9/24/25 &nbsp; NEGATIVE', 300)}{cell('Reviewed by', 'GP', 204)}</tr></table>
<div class="h">D. IMMUNITY</div><table><tr>{cell('MMR #1 / #2', '6/2/89 &nbsp; 5/14/92', 200)}{cell('Varicella IgG', '8/19/2021 &nbsp; immune', 300)}{cell('Hep B sAb (mIU/mL)', '312 &nbsp; 8/19/21', 204)}</tr></table>
<table style="margin-top:-1px"><tr>{cell('Tdap', '3/7/2019', 200)}{cell('Influenza 2025&ndash;26', '10/2/25 &nbsp; L deltoid &nbsp; lot U8841AA', 300)}{cell('COVID-19', 'see registry', 204)}</tr></table>
<p style="font-size:11px;line-height:1.5;width:704px">I have been instructed in the use, limits and user seal check of the respirator named above (29 CFR 1910.134). I understand that I must be tested again each year and after any change of weight of 20 lb or more, dental work or facial surgery. Records are kept for the length of employment plus 30 years.</p>
<div style="display:flex;justify-content:space-between;width:704px;margin-top:16px;font-size:11px"><div>{sign('Luz Hernández', 'caveat', 32)}<div style="border-top:1px solid #333;width:300px">Employee signature</div></div><div>{sign('G Przybylski', 'great-vibes', 28)}<div style="border-top:1px solid #333;width:260px">Tester signature</div></div></div></div>
<div style="position:absolute;right:60px;bottom:120px;border:3px solid #2a5caa;color:#2a5caa;padding:8px 14px;font:700 18px 'courier-prime';transform:rotate(-9deg);opacity:.75;text-align:center">EMPLOYEE HEALTH<br>OCT 02 2025</div>
""", cert(None, ["Respirator Fit Test", "Respirator Fit Test Record", "Fit Test"], ["Cooper Union Regional Hospital", "Cooper Union Regional Hospital Employee Health & Wellness"], None, "Luz M. Hernández Quispe", issued="2025-10-02", expires="2026-10-02"),
    scan=dict(seed=618, skew=.5, mode="color"),
    shot=dict(seed=1618, turn=3, size=TALL, tab="laminate", fill=.9, tilt=(.04, .05), roll=-3, light=(-.4, -.1), shadow=.4, blur=1.1))

# ================================================================ L619  malpractice
doc("Professional liability certificate of insurance", PORTRAIT, f"""
<style>.pg{{font-family:'Liberation Sans Narrow';font-size:14px}}td{{border:1px solid #555;padding:6px 9px;vertical-align:top}}.s{{font-size:11px;color:#444}}</style>
<div style="padding:46px 56px"><div style="display:flex;justify-content:space-between;align-items:flex-end"><div style="font:700 22px 'roboto'">Tidewater Nurses&rsquo; Mutual</div><div style="text-align:right;font-size:12px">Healthcare Providers Purchasing Group<br>Administered by Ballast &amp; Thorne Agency, Inc.</div></div>
<div style="text-align:center;border:1px solid #555;background:#e8e8e8;font-weight:700;font-size:18px;padding:7px;margin-top:14px">CERTIFICATE OF INSURANCE<br><span style="font-size:14px">OCCURRENCE PROFESSIONAL LIABILITY POLICY FORM</span></div>
<div style="text-align:right;font-size:12px;margin:6px 0">Print Date: 6/03/25</div>
<table style="width:100%"><tr><td style="width:20%"><div class="s">Producer</div>018098</td><td style="width:20%"><div class="s">Branch</div>970</td><td style="width:20%"><div class="s">Prefix</div>HPG</td><td><div class="s">Policy Number</div><b>0628840175-4</b></td></tr>
<tr><td colspan="2" style="height:96px"><div class="s">Named Insured and Address:</div>Eustace R. Fontaine-Lemieux<br>615 Paper Mill Rd<br>Augusta, ME 04330</td><td colspan="2"><div class="s">Policy Period:</div><b>From 07/01/25 to 07/01/26</b> at 12:01 AM Standard Time at the address shown<div class="s" style="margin-top:10px">Program Administered by:</div>Ballast &amp; Thorne Agency, 40 Custom House Wharf, Portland, ME 04101</td></tr>
<tr><td colspan="2"><div class="s">Medical Specialty:</div>Registered Nurse &nbsp; Code: 80964</td><td colspan="2"><div class="s">Insurance Provided by:</div>Tidewater Nurses&rsquo; Mutual Insurance Company<br>Norfolk, Virginia 23510</td></tr></table>
<table style="width:100%;margin-top:12px"><tr><td><b>PROFESSIONAL LIABILITY</b></td><td>$1,000,000 each claim &nbsp; $6,000,000 aggregate</td></tr><tr><td colspan="2" class="s">Your professional liability limits shown above include: Good Samaritan Liability, Personal Injury Liability, Malplacement Liability</td></tr>
<tr><td>License Protection</td><td>$25,000 per proceeding &nbsp; $25,000 aggregate</td></tr><tr><td>Defendant Expense Benefit</td><td>$1,000 per day &nbsp; $25,000 aggregate</td></tr><tr><td>Deposition Representation</td><td>$10,000 per deposition &nbsp; $10,000 aggregate</td></tr><tr><td>Assault</td><td>$25,000 per incident &nbsp; $25,000 aggregate</td></tr><tr><td>First Aid / Medical Payments</td><td>$10,000 per incident / $25,000 per person &nbsp; $100,000 aggregate</td></tr>
<tr><td>Workplace Liability</td><td>Included in Professional Liability limit</td></tr><tr><td><b>Total Premium</b></td><td>$118.00 &nbsp; Base Premium $112.00 &nbsp; Premium reflects Self-Employed, Part-Time: No</td></tr></table>
<p style="font-size:12px;line-height:1.45">Policy Forms and Endorsements (please see attached list): G-121500-D, G-121501-C1, G-145184-A, CNA80052 (03/2015). This certificate of insurance is not an insurance policy. Keep this document in a safe place. It and proof of payment are your proof of coverage. There is no coverage in force unless the premium is paid in full.
In order to activate your coverage, please remit premium in full by the effective date.</p>
<div style="display:flex;justify-content:space-between;margin-top:22px;font-size:12px"><div>{sign('P. W. Throckmorton', 'pinyon-script', 28, '#111')}<div style="border-top:1px solid #333;width:240px">Chairman of the Board</div></div><div>{sign('Ada Quill', 'great-vibes', 28, '#111')}<div style="border-top:1px solid #333;width:240px">Secretary</div></div></div><div style="font-size:11px;margin-top:20px">G-141241-B (03/2010) &nbsp;&nbsp; Coverage Change Date: &nbsp;&nbsp;&nbsp; Endorsement Change Date:</div></div>
""", cert(None, ["Professional Liability Insurance", "Professional Liability", "Certificate of Insurance", "Occurrence Professional Liability", "Occurrence Professional Liability Policy"], ["Tidewater Nurses' Mutual Insurance Company", "Tidewater Nurses' Mutual"], ["0628840175-4", "0628840175"],
          "Eustace R. Fontaine-Lemieux", issued="2025-07-01", expires="2026-07-01"),
    shot=dict(seed=619, turn=-0.8, size=WIDE, tab="oak", fill=1.12, tilt=(-.04, -.04), roll=88.5, light=(.3, .2), shadow=.35, blur=1.0))

# ================================================================ L620  DEA
dea = lambda f, w: f"""<div style="font:{f}px 'Liberation Mono';line-height:1.3"><table style="width:100%;font-size:{f}px"><tr><td style="border:1px solid #444;padding:3px 6px"><div style="font:{f*.68}px 'Liberation Sans'">DEA REGISTRATION NUMBER</div>MF4471829</td><td style="border:1px solid #444;padding:3px 6px"><div style="font:{f*.68}px 'Liberation Sans'">THIS REGISTRATION EXPIRES</div>09-30-2028</td><td style="border:1px solid #444;padding:3px 6px"><div style="font:{f*.68}px 'Liberation Sans'">FEE PAID</div>$888</td></tr>
<tr><td style="border:1px solid #444;padding:3px 6px"><div style="font:{f*.68}px 'Liberation Sans'">SCHEDULES</div>2,2N,3,3N,4,5</td><td style="border:1px solid #444;padding:3px 6px"><div style="font:{f*.68}px 'Liberation Sans'">BUSINESS ACTIVITY</div>MLP-NURSE PRACTITIONER</td><td style="border:1px solid #444;padding:3px 6px"><div style="font:{f*.68}px 'Liberation Sans'">ISSUE DATE</div>08-27-2025</td></tr></table>
<div style="margin-top:{f*.9}px">FITZGERALD-LEE, COLLEEN A (NP)<br>OLD MISSION FAMILY CLINIC<br>88 CALLE DEL SOL STE 4<br>LAS CRUCES, NM 88005-2217</div></div>"""
doc("DEA registration certificate, two copies on one page", PORTRAIT, f"""
<style>.pg{{font-family:'Liberation Sans'}}</style>
<div style="position:absolute;left:56px;right:56px;top:56px;height:480px;border:2px solid #2c4a2c;background:#f4f8f1;padding:22px 26px"><div style="position:absolute;left:440px;top:210px;opacity:.14">{seal('DRUG ENFORCEMENT ADMINISTRATION · ', '#2c4a2c', 220, '★')}</div>
<div style="text-align:center;font-weight:700;font-size:15px;line-height:1.35">CONTROLLED SUBSTANCE REGISTRATION CERTIFICATE<br><span style="font-weight:400;font-size:13px">UNITED STATES DEPARTMENT OF JUSTICE<br>DRUG ENFORCEMENT ADMINISTRATION<br>WASHINGTON D.C. 20537</span></div><div style="margin-top:20px;position:relative">{dea(15, 0)}</div>
<div style="position:absolute;left:26px;bottom:20px;width:430px;font-size:10.5px;line-height:1.45">Sections 304 and 1008 (21 USC 824 and 958) of the Controlled Substances Act of 1970, as amended, provide that the Attorney General may revoke or suspend a registration to manufacture, distribute, dispense, import or export a controlled substance.<br><b>THIS CERTIFICATE IS NOT TRANSFERABLE ON CHANGE OF OWNERSHIP, CONTROL, LOCATION, OR BUSINESS ACTIVITY, AND IT IS NOT VALID AFTER THE EXPIRATION DATE.</b></div><div style="position:absolute;right:26px;bottom:20px;font-size:10px">Form DEA-223 (9/2016)</div></div>
<div style="position:absolute;left:0;right:0;top:566px;border-top:1px dashed #777"></div>
<div style="position:absolute;left:56px;top:596px;width:440px;height:290px;border:1px solid #2c4a2c;background:#f4f8f1;padding:12px 14px"><div style="text-align:center;font-weight:700;font-size:10.5px;line-height:1.3">CONTROLLED SUBSTANCE REGISTRATION CERTIFICATE<br><span style="font-weight:400;font-size:9px">UNITED STATES DEPARTMENT OF JUSTICE &middot; DRUG ENFORCEMENT ADMINISTRATION<br>WASHINGTON D.C. 20537</span></div><div style="margin-top:12px">{dea(10.5, 0)}</div></div>
<div style="position:absolute;left:520px;top:606px;width:240px;font-size:12px;line-height:1.5"><b>REQUESTING MODIFICATIONS TO YOUR REGISTRATION CERTIFICATE</b><br>To request a change to your registered name, address, the drug schedule or the drug codes you handle, please visit our web site at deadiversion.usdoj.gov or call 1-800-882-9539.<br><br>You have been registered to handle the controlled substance schedules shown. NPI on file: 1679054482.</div>
<div style="position:absolute;left:56px;top:920px;font-size:11px;width:700px;line-height:1.5">Receipt for control no. W25118830C. Registration covers 36 months. Keep this receipt for your records; the fee is not refundable.</div>
""", cert(None, ["DEA Registration", "Controlled Substance Registration Certificate", "Controlled Substance Registration", "DEA Registration Certificate", "DEA"], ["Drug Enforcement Administration", "DEA", "United States Department of Justice Drug Enforcement Administration", "United States Department of Justice"], "MF4471829",
          ["Colleen A. Fitzgerald-Lee", "Colleen A Fitzgerald-Lee", "FITZGERALD-LEE, COLLEEN A"], issued="2025-08-27", expires="2028-09-30"),
    crop=(.55, .55, 7.4, 5.1), shot=dict(seed=620, size=WIDE, tab="cloth", fill=.86, tilt=(.04, -.05), roll=-4, crease=False, light=(.2, .3), shadow=.35, gloss=.1))


def make(d, pdf, photo, tmp):
    text = os.path.join(tmp, d["id"] + ".pdf") if d["scan"] else pdf
    print_pdf(d, text, tmp)
    if d["scan"]:
        phone.scan(drawn(phone, text, 200, tmp), pdf, pagesize=tuple(int(72 * v) for v in d["size"]), **d["scan"])
    if photo:
        dpi = 600 if d["crop"] and d["crop"][2] < 6 else 330
        page = drawn(phone, text, dpi, tmp)
        if d["crop"]:
            x, y, w, h = (int(round(v * dpi)) for v in d["crop"])
            page = page[y:y + h, x:x + w].copy()
        phone.photo(page, photo, **d["shot"])


make_all(DOCS, make)
