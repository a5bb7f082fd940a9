#!/usr/bin/env python3
"""76 documents in the wording of real issuers. The authors of the rules wrote them: they show what a change breaks, and nothing about unseen
documents. Each part was measured once before the rules were changed for it. All people, numbers and courses are invented.

Usage:  python3 scripts/reading/issuers.py --out DIR [--only S01,T02] [--no-photos]
"""
import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "outside"))
from pages import *

SERIF = "body{font:11pt 'Nimbus Roman';margin:12mm}"
SANS = "body{font:10pt 'Liberation Sans';margin:10mm}"
CENTER = "body{font:12pt 'Nimbus Roman';margin:10mm;text-align:center}h1{font-size:28pt;margin:4mm 0}h2{font-size:18pt;margin:3mm 0}"
TABLE = SANS + "table{border-collapse:collapse;width:100%}td,th{border:1px solid #999;padding:5px 7px}th{background:#dde6ef}"
LAND = "@page{size:letter landscape;margin:8mm}"
SEEDS = iter(range(600, 700))
TABLES = ["oak", "cloth", "granite", "laminate", "walnut", "pine"]


def shot(**k):
    n = next(SEEDS)
    own = dict(seed=n, tab=TABLES[n % 6], fill=.78 + (n % 4) * .04, tilt=((n % 5 - 2) * .03, (n % 7 - 3) * .02), roll=(n % 9 - 4) * 1.1, shadow=(n % 3) * .18, blur=1.1)
    return {**own, **k}


def page(id, group, note, expect, css, body, land=False, lang="en", **k):
    size = (4032, 3024) if land else (3024, 4032)
    kind = {"ce": "course"}.get(group, group)
    doc(id, group, kind, note, expect, (LAND if land else "@page{size:letter;margin:8mm}") + css, body, shot(**{"size": size, **k.pop("look", {})}), lang=lang, **k)


def rows(pairs, mid=""):
    return "<table>" + "".join(f"<tr><td>{a}{mid}</td><td>{b}</td></tr>" for a, b in pairs) + "</table>"


def grid(head, lines):
    return "<table><tr>" + "".join(f"<th>{h}</th>" for h in head) + "</tr>" + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in line) + "</tr>" for line in lines) + "</table>"


# ------------------------------------------------------------------ licenses
page("S01", "license", "QuickConfirm report", [lic(type="RN", state="North Carolina", number="318842", issuedAt=["2014-07-09", None], expiresAt="2027-11-30", name=["Delphine Marie Aucoin", "Aucoin, Delphine Marie"])],
     TABLE, """<h2>Nursys&reg; QuickConfirm License Verification Report</h2><p>Friday, November 20 2026 10:15:21 AM</p><p>Primary Source Board of Nursing Report Summary for</p><h3>DELPHINE MARIE AUCOIN</h3>"""
     + grid(["Name on License", "License Type", "License", "Active", "License Status", "License Original Issue Date", "License Expiration Date", "Compact Status"],
            [["DELPHINE MARIE AUCOIN", "RN", "318842<br>NORTH CAROLINA", "YES", "UNENCUMBERED", "07/09/2014", "11/30/2027", "MULTISTATE"]])
     + "<p>NORTH CAROLINA BOARD OF NURSING is the primary source of this information. NCSBN ID: 20993341</p><p>Where can the nurse practice as an RN and/or PN? A multistate license authorizes the nurse to practice in the license state and the states below.</p><p>Alabama, Arizona, Arkansas, Colorado, Delaware, Florida, Georgia, Idaho, Indiana, Iowa</p>")

page("S02", "license", "BreEZe details in capitals with colons", [lic(type="LVN", state="California", number=["VN 288104", "288104"], issuedAt=["2016-05-12", None], expiresAt="2027-06-30", name=["Marisol Jane Ventura", "Ventura, Marisol Jane"])],
     SANS + "p{margin:2px 0}", """<p style="font-size:8pt">11/22/26, 7:41 PM &nbsp; DCA - Search Details</p><h2>LICENSING DETAILS FOR: 288104</h2><p><b>NAME:</b> VENTURA, MARISOL JANE</p><p><b>LICENSE TYPE:</b> VOCATIONAL NURSE</p><p><b>LICENSE STATUS:</b> CURRENT</p><p><b>EXPIRATION DATE:</b> JUNE 30, 2027</p><p><b>SECONDARY STATUS:</b> N/A</p><p><b>CITY:</b> FRESNO</p><p><b>STATE:</b> CALIFORNIA</p><p><b>COUNTY:</b> FRESNO</p><p><b>ZIP:</b> 93727</p><br><p>ISSUANCE DATE</p><p><b>MAY 12, 2016</b></p><p>EXPIRATION DATE</p><p><b>JUNE 30, 2027</b></p><p>CURRENT DATE / TIME</p><p>NOVEMBER 22, 2026 7:41:12 PM</p><p style="margin-top:20px">Board of Vocational Nursing and Psychiatric Technicians. Licensing information is considered public.</p>""")

page("S03", "license", "Florida lookup", [lic(type="RN", state="Florida", number=["RN9441207", "9441207"], issuedAt=["2016-06-14", None], expiresAt="2027-04-30", name="Theodora Lynn Castellanos")],
     SANS + "td{padding:4px 18px 4px 0}", "<h3>Florida Department of Health<br>Division of Medical Quality Assurance</h3><h2>THEODORA LYNN CASTELLANOS</h2><p>License Number: RN9441207</p><p>Data As Of 11/19/2026</p>"
     + rows([("Profession", "Registered Nurse"), ("License", "RN9441207"), ("License Status", "CLEAR/ACTIVE"), ("Qualifications", "Multi-State License"), ("License Expiration Date", "4/30/2027"), ("License Original Issue Date", "06/14/2016"), ("Address of Record", "4410 Heron Bay Ct, BRANDON, FL 33511"), ("Controlled Substance Prescriber (for the Treatment of Chronic Non-malignant Pain)", "No"), ("Discipline on File", "No"), ("Public Complaint", "No")]))

page("S04", "license", "New York verification: registered through a month", [lic(type="RN", state="New York", number="741209", issuedAt=["2015-07-02", None], expiresAt="2028-08", name=["Imogen Okafor Reyes", "Reyes Imogen Okafor"])],
     SANS + "p{margin:5px 0}", "<h2>Office of the Professions</h2><h3>Verification Searches</h3><p>The information furnished at this web site is from the Office of Professions' official database and is updated daily.</p><p>11/18/2026</p><p>Name : REYES IMOGEN OKAFOR</p><p>Address : YONKERS NY</p><p>Profession : REGISTERED PROFESSIONAL NURSE</p><p>License No: 741209</p><p>Date of Licensure : 07/02/2015</p><p>Additional Qualification :</p><p>Status : REGISTERED</p><p>Registered through last day of : 08/28</p><p>Medical School: NOT APPLICABLE &nbsp; Degree Date : 05/20/2015</p><p>New York State Education Department</p>")

page("S05", "license", "Pennsylvania PALS license card", [lic(type="LPN", state="Pennsylvania", number="PN304418", issuedAt=["2012-01-19", "2026-05-04", None], expiresAt="2028-06-30", name="Roosevelt T. Abernathy")],
     SANS, """<div style="border:2px solid #345;width:120mm;padding:4mm"><b>COMMONWEALTH OF PENNSYLVANIA</b><br>DEPARTMENT OF STATE<br>BUREAU OF PROFESSIONAL AND OCCUPATIONAL AFFAIRS<p><b>Board: State Board of Nursing</b></p><div style="display:grid;grid-template-columns:1fr 1fr;gap:6px"><div><small>License Type</small><br>Practical Nurse</div><div><small>License Status</small><br>Active</div><div><small>License Number</small><br>PN304418</div><div><small>Initial License Date</small><br>01/19/2012</div><div><small>Last Renewal</small><br>05/04/2026</div><div><small>Expiration Date</small><br>06/30/2028</div></div><p>ROOSEVELT T. ABERNATHY<br>118 LARKSPUR LN<br>ERIE PA 16506</p><p>___________________ &nbsp; Signature</p></div>""")

page("S06", "license", "e-mail of a renewal", [lic(type="RN", state="Michigan", number="4704318872", expiresAt="2028-10-31", issuedAt=[None, "2026-10-12"], name=["Winston Kealoha", None])],
     SERIF, "<p>From: bplhelp@lara.example.gov<br>To: w.kealoha@mail.example<br>Sent: Monday, October 12, 2026 4:02 PM<br>Subject: Your renewal has been approved</p><p>Dear Winston Kealoha,</p><p>Thank you for renewing with the Michigan Department of Licensing and Regulatory Affairs. Your Registered Nurse license, number 4704318872, has been renewed and will now expire on October 31, 2028.</p><p>Your new license is attached. The fee of $125.00 was charged to the card ending in 4418. You may be selected for an audit of the 25 hours of continuing education required each cycle.</p><p>Michigan Board of Nursing<br>PO Box 30670, Lansing, MI 48909</p>")

page("S07", "license", "Georgia wallet card", [lic(type="RN", state="Georgia", number=["RN284417", "284417"], expiresAt="2028-01-31", name="Josephine A. Thibodeaux")],
     "body{font:9pt 'Liberation Sans';margin:10mm}", """<div style="width:86mm;height:54mm;border:1px solid #000;border-radius:3mm;padding:3mm;background:#fff"><div style="text-align:center"><b>STATE OF GEORGIA</b><br>GEORGIA BOARD OF NURSING<br><i>Registered Professional Nurse</i></div><p style="font-size:11pt"><b>Josephine A. Thibodeaux</b><br><span style="font-size:8pt">22 Peachbough Way, Macon GA 31210</span></p><div style="display:flex;justify-content:space-between"><div>License No: <b>RN284417</b></div><div>Exp: <b>01/31/2028</b></div></div><p>Status: Active &nbsp; Multistate</p></div>""",
     crop=(18, 18, 86, 54), look=dict(size=(4032, 3024), card=True))

page("S08", "license", "nurse aide registry print", [lic(type="CNA", state="Kansas", number=["CNA1182034", "1182034"], issuedAt=["2023-03-08", None], expiresAt="2027-03-08", name=["Clarence Ibáñez-Roth"])],
     TABLE, "<h2>Kansas Department for Aging and Disability Services</h2><h3>Nurse Aide Registry &ndash; Confirmation</h3><p>Printed: 09/30/2026</p>" + grid(["Certificate #", "Name", "Type", "Issued", "Expires", "Employability"], [["CNA1182034", "Clarence Ibáñez-Roth", "Certified Nurse Aide", "03/08/2023", "03/08/2027", "Active"]]) + "<p>Any adverse finding is shown on the registry under the aide's name.</p>")

page("S09", "license", "Arizona certificate with sentences", [lic(type=["APRN", "FNP"], state="Arizona", number=["AP228104", "228104"], issuedAt=["2019-08-01", None], expiresAt="2027-04-01", name="Saoirse Wilhelmina Yazzie")],
     CENTER, "<h2>ARIZONA STATE BOARD OF NURSING</h2><p>This is to certify that</p><h2>SAOIRSE WILHELMINA YAZZIE</h2><p>having met the requirements of law is hereby certified to practice as a</p><h2>Family Nurse Practitioner</h2><p>Certificate Number: <b>AP228104</b></p><p>Issued August 1, 2019</p><p>This certificate is valid until April 1, 2027 unless revoked</p><p style='margin-top:15mm'><i>Ruben Alcott-Day</i><br>Executive Director</p>", land=True)

page("S10", "license", "Washington two column details", [lic(type="RN", state="Washington", number=["RN60997123", "60997123"], issuedAt=["2019-02-11", "2026-03-02", None], expiresAt="2027-03-19", name=["Lennart Oduya Fisk", "Fisk, Lennart Oduya"])],
     SANS + "td{padding:3px 20px 3px 0}", "<h2>Provider Credential Search</h2><p>Washington State Department of Health</p><h3>FISK, LENNART ODUYA</h3><table><tr><td>Credential</td><td>Credential Type</td><td>First Issue Date</td><td>Last Issue Date</td><td>Expiration Date</td><td>Credential Status</td></tr><tr><td>RN60997123</td><td>Registered Nurse License</td><td>02/11/2019</td><td>03/02/2026</td><td>03/19/2027</td><td>ACTIVE</td></tr></table><p>Birth Year 1988. Enforcement Action: No. Data as of 11/20/2026 02:00 AM</p>")

# ------------------------------------------------------------------ certifications
AHA = ["American Heart Association", "AHA"]
page("S11", "certification", "AHA BLS eCard", [cert(code="BLS", issuer=AHA, number="216503348812", issuedAt="2026-03-15", expiresAt="2028-03", holder="Beatrix Oyelaran")],
     "body{font:9pt 'Liberation Sans';margin:10mm}", """<div style="width:150mm;border:1px solid #888;padding:5mm"><div style="background:#c8102e;color:#fff;padding:3mm;font-size:16pt;font-weight:bold">BASIC LIFE SUPPORT</div><div style="display:flex;justify-content:space-between;margin:4mm 0"><div style="font-size:15pt"><b>BLS<br>Provider</b></div><div style="text-align:right"><b>American<br>Heart<br>Association&reg;</b></div></div><div style="font-size:14pt;text-align:center"><b>Beatrix Oyelaran</b></div><p style="text-align:center">has successfully completed the cognitive and skills evaluations in accordance with the curriculum of the American Heart Association Basic Life Support (CPR and AED) Program.</p><div style="display:grid;grid-template-columns:1fr 1fr;gap:8px"><div><b>Issue Date</b><br>3/15/2026</div><div><b>Renew By</b><br>03/2028</div><div><b>Training Center Name</b><br>Great Plains Life Support</div><div><b>Instructor Name</b><br>Odell Farnsworth</div><div><b>Training Center ID</b><br>KS04417</div><div><b>Instructor ID</b><br>11040338214</div><div><b>Training Center City, State</b><br>Salina, KS</div><div><b>eCard Code</b><br>216503348812</div><div><b>Training Center Phone Number</b><br>(785) 555-0142</div><div>QR Code</div></div><p style="font-size:7pt">To view or verify authenticity, students and employers should scan this QR code with their mobile device or go to www.heart.org/cpr/mycards. &copy; 2023 American Heart Association. All rights reserved. 20-3001 R3/23</p></div>""")

page("S12", "certification", "Red Cross digital certificate", [cert(code="CPR", issuer=["American Red Cross"], number="1R7KQ2X", issuedAt="2026-09-14", expiresAt=["2028-09-14", None], holder="Callum Ndiaye")],
     CENTER, "<p style='color:#c00;font-size:16pt'><b>American Red Cross</b><br>Training Services</p><h2>Certificate of Completion</h2><h2>Callum Ndiaye</h2><p>has successfully completed requirements for</p><h2>Adult and Pediatric First Aid/CPR/AED</h2><p>Date Completed: 09/14/2026<br>Validity Period: 2 Years</p><p>Conducted by: American Red Cross</p><p>Instructor: Shu Fen Albright</p><p>Certificate ID: 1R7KQ2X</p><p style='font-size:8pt'>To verify, scan code or visit: redcross.org/take-a-class/qrcode?certnumber=1R7KQ2X</p><p style='font-size:8pt'>Learn and be inspired at LifesavingAwards.org</p>", land=True)

page("S13", "certification", "ANCC certificate", [cert(code="MEDSURG-BC", issuer=["American Nurses Credentialing Center", "ANCC"], number="2024061182", issuedAt="2024-09-05", expiresAt="2029-09-04", holder="Philippa Grace Hallström")],
     CENTER, "<h1 style='letter-spacing:1px'>American Nurses Credentialing Center</h1><p>hereby certifies that</p><h2>Philippa Grace Hallström, RN</h2><p>has successfully met all requirements for certification in</p><h2>Medical-Surgical Nursing</h2><p>and is entitled to use the credential</p><h2>RN-BC, MEDSURG-BC</h2><div style='display:flex;justify-content:space-around;margin-top:10mm'><div>Certification Number<br><b>2024061182</b></div><div>Valid From<br><b>September 5, 2024</b></div><div>Valid To<br><b>September 4, 2029</b></div></div><p><i>Rhoda Westerfield</i><br>President, Commission on Certification</p>", land=True)

page("S14", "certification", "BCEN certificate", [cert(code="CEN", issuer=["Board of Certification for Emergency Nursing", "BCEN"], number="CEN-1140287", issuedAt=["2025-02-18", None], expiresAt="2029-02-28", holder="Tobias Merriweather")],
     CENTER, "<h1>BCEN</h1><p>Board of Certification for Emergency Nursing</p><p>attests that</p><h2>TOBIAS MERRIWEATHER</h2><p>having demonstrated the knowledge required, is hereby designated a</p><h2>Certified Emergency Nurse (CEN&reg;)</h2><table style='margin:auto'><tr><td style='padding:0 20px'>Certification #:</td><td>CEN-1140287</td></tr><tr><td style='padding:0 20px'>Date Certified:</td><td>02/18/2025</td></tr><tr><td style='padding:0 20px'>Certification Expires:</td><td>02/28/2029</td></tr></table><p>Accredited by the Accreditation Board for Specialty Nursing Certification (ABSNC)</p>", land=True)

page("S15", "certification", "CCRN wallet card", [cert(code="CCRN", issuer=["AACN Certification Corporation"], number="0918827", issuedAt=["2025-02-01", None], expiresAt="2028-01-31", holder="Anneliese Bartkowiak")],
     "body{font:9pt 'Liberation Sans';margin:10mm}", """<div style="width:88mm;height:54mm;border:1px solid #000;padding:3mm"><b style="color:#004b87">AACN Certification Corporation</b><p style="font-size:12pt;margin:3mm 0">Anneliese Bartkowiak</p><p>is CCRN&reg; certified in Adult Critical Care Nursing</p><table style="width:100%"><tr><td>Certification no.</td><td>Effective</td><td>Expires</td></tr><tr><td><b>0918827</b></td><td><b>2/1/2025</b></td><td><b>1/31/2028</b></td></tr></table><p style="font-size:7pt">101 Columbia, Aliso Viejo, CA 92656 | certcorp@aacn.example</p></div>""",
     crop=(18, 18, 88, 54), look=dict(size=(4032, 3024), card=True))

page("S16", "certification", "verification letter of anesthetists", [cert(code="CRNA", issuer=["National Board of Certification and Recertification for Nurse Anesthetists", "NBCRNA"], number="094418", issuedAt=["2025-08-01", "2013-06-20", None], expiresAt="2029-07-31", holder=["Emeka Rosenthal", "Emeka Rosenthal, CRNA"])],
     SERIF, "<p><b>NBCRNA</b><br>National Board of Certification and Recertification for Nurse Anesthetists<br>8725 W. Higgins Rd., Suite 525, Chicago, IL 60631</p><p>November 3, 2026</p><p>To: St. Brendan Hospital Medical Staff Office</p><p>RE: Emeka Rosenthal<br>CRNA ID: 094418</p><p>This letter verifies that the individual named above is currently certified as a Certified Registered Nurse Anesthetist (CRNA).</p><p>Initial certification date: June 20, 2013<br>Current certification period: August 1, 2025 &ndash; July 31, 2029</p><p>CPC Check-in due: July 31, 2027</p><p>Sincerely,<br>Credentialing Department</p>")

page("S17", "certification", "CPN in a portal", [cert(code="CPN", issuer=["Pediatric Nursing Certification Board", "PNCB"], number="10418827", issuedAt=["2019-11-04", None], expiresAt="2027-02-28", holder=["Guadalupe Ferreira-Long", "Ferreira-Long, Guadalupe"])],
     TABLE, "<h2>Pediatric Nursing Certification Board</h2><h3>Credential Verification Results</h3>" + rows([("Name", "Guadalupe Ferreira-Long, BSN, RN"), ("Credential", "Certified Pediatric Nurse (CPN)"), ("PNCB ID", "10418827"), ("Status", "Active"), ("Original Certification", "11/04/2019"), ("Certification Expires", "02/28/2027"), ("Location", "Tulsa, OK")]) + "<p>Verified on 10/02/2026 by primary source. CPN certificants recertify annually between November 1 and January 31.</p>")

page("S18", "certification", "NIHSS certificate", [cert(code="NIHSS", issuer=["NIH Stroke Scale International", "Apex Innovations", None], number=["NS-448120", None], issuedAt="2026-01-22", expiresAt=["2027-01-22"], holder="Rutger Valdez-Moon")],
     CENTER, "<h1>CERTIFICATE</h1><p>This is to acknowledge that</p><h2>Rutger Valdez-Moon</h2><p>has demonstrated competency in the administration of the</p><h2>NIH Stroke Scale</h2><p>Test Group A &ndash; Patients 1-6</p><p>Score: 98 %</p><p>Certification date: 01/22/2026 &nbsp;&nbsp;&nbsp; Expiration date: 01/22/2027</p><p>Certificate no. NS-448120</p>", land=True)

page("S19", "certification", "TNCC card", [cert(code="TNCC", issuer=["Emergency Nurses Association", "ENA"], number=["T9-220418", None], issuedAt="2026-05-02", expiresAt="2030-05-31", holder="Nadezhda Crowley")],
     "body{font:9pt 'Liberation Sans';margin:10mm}", """<div style="width:92mm;height:58mm;border:1px solid #000;padding:3mm"><div style="background:#1b365d;color:#fff;padding:2mm"><b>Emergency Nurses Association</b></div><p style="font-size:12pt;margin:2mm 0"><b>TRAUMA NURSING CORE COURSE</b></p><p style="margin:1mm 0">PROVIDER VERIFICATION</p><p style="font-size:12pt;margin:2mm 0">Nadezhda Crowley, RN</p><table style="width:100%"><tr><td>Course date: 05/02/2026</td><td>Expires: 05/31/2030</td></tr><tr><td>Card #: T9-220418</td><td>Course #: 118-2044</td></tr></table><p style="font-size:7pt">9th edition. Course Director: Malachi Brandt, MSN, RN, CEN</p></div>""",
     crop=(18, 18, 92, 58), look=dict(size=(4032, 3024), card=True))

page("S20", "certification", "oncology verification with several lines", [cert(code="OCN", issuer=["Oncology Nursing Certification Corporation", "ONCC"], number="001884203", issuedAt=["2022-10-01", None], expiresAt="2026-12-31", holder="Marcellus Adeyinka-Stone")],
     SANS + "td{padding:4px 24px 4px 0}", "<h2>Oncology Nursing Certification Corporation</h2><p>125 Enterprise Drive, Pittsburgh, PA 15275</p><h3>Certification Verification</h3>" + rows([("Certificant:", "Marcellus Adeyinka-Stone, BSN, RN, OCN&reg;"), ("Certification:", "OCN&reg; &ndash; Oncology Certified Nurse"), ("Customer number:", "001884203"), ("Certified since:", "October 1, 2022"), ("Valid through:", "December 31, 2026"), ("Verification date:", "August 8, 2026")]) + "<p>OCN certification is accredited by ABSNC. ONCC does not report scores.</p>")

page("S21", "certification", "NRP eCard", [cert(code="NRP", issuer=["American Academy of Pediatrics", "American Heart Association", "AAP"], number=["PB-8841-0027", None], issuedAt="2026-06-03", expiresAt="2028-06", holder="Xiomara Tennyson")],
     CENTER, "<div style='background:#0b3d6b;color:#fff;padding:4mm;font-size:18pt'>Neonatal Resuscitation Program&reg; Provider</div><p>American Academy of Pediatrics &nbsp;|&nbsp; American Heart Association</p><h2>Xiomara Tennyson</h2><p>This card certifies that the above individual has successfully completed the NRP Advanced Provider curriculum, 8th edition.</p><table style='margin:auto;text-align:left'><tr><td style='padding:0 20px'>Issue date</td><td style='padding:0 20px'>Recommended renewal date</td><td style='padding:0 20px'>eCard code</td></tr><tr><td style='padding:0 20px'><b>06/03/2026</b></td><td style='padding:0 20px'><b>06/2028</b></td><td style='padding:0 20px'><b>PB-8841-0027</b></td></tr></table><p>Instructor: Augustin Lavoie RN &nbsp; Hospital: Blue Mesa Women's Center</p>", land=True)

# ------------------------------------------------------------------ courses
ANC = ["American Nurses Credentialing Center", "ANCC", "American Nurses Credentialing Center's Commission on Accreditation", "American Nurses Credentialing Center's Commission on Accreditation (ANCC)", "American Nurses Credentialing Center Commission on Accreditation"]
page("S22", "ce", "NetCE", [ce(title=["Herbal Medications and Prescription Drugs: Interactions", "#98394 Herbal Medications and Prescription Drugs: Interactions"], provider="NetCE", completedAt="2026-08-19", hours=10, name=["Rosalind Pembroke-Achebe"], approvers=[[ANC, [None]], [["California Board of Registered Nursing", "California"], ["CEP9784", "CEP 9784", "9784"]], [["Florida Board of Nursing"], ["50-2405"]]])],
     SERIF, "<h1 style='text-align:center'>Certificate of Completion</h1><p>Rosalind Pembroke-Achebe<br>71 Cutter Street, Gloucester, MA 01930</p><p>License Number: RN2299814 &nbsp; State: MA</p><p>has successfully completed the following course:</p><h2>#98394 Herbal Medications and Prescription Drugs: Interactions</h2><p>on 08/19/2026 for 10 Contact Hours, 5 of which are pharmacotherapeutic hours.</p><p style='font-size:9pt'>NetCE is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation. NetCE is approved by the California Board of Registered Nursing, Provider #CEP9784. NetCE is approved to offer continuing education through the Florida Board of Nursing, Provider #50-2405.</p><p style='font-size:9pt'>Keep this certificate for six years. Certificate #: 55810-2204-17</p>")

page("S23", "ce", "Medscape", [ce(title="New Horizons in the Management of Hidradenitis Suppurativa", provider=["Medscape, LLC", "Medscape"], completedAt="2026-11-02", hours=1, name=["Ansel Brightwater", "Ansel Brightwater, RN"], approvers=[[ANC, [None, "4008106"]], [["Accreditation Council for Continuing Medical Education", "ACCME"], [None]]])],
     CENTER, "<h2>Medscape</h2><p>certifies that</p><h2>Ansel Brightwater, RN</h2><p>has participated in the enduring material titled</p><h2>New Horizons in the Management of Hidradenitis Suppurativa</h2><p>on November 2, 2026</p><p>and is awarded 1.0 ANCC nursing contact hour(s); 0.5 contact hours are in the area of pharmacology.</p><p style='font-size:9pt'>In support of improving patient care, Medscape, LLC is jointly accredited with commendation by the Accreditation Council for Continuing Medical Education (ACCME), the Accreditation Council for Pharmacy Education (ACPE), and the American Nurses Credentialing Center (ANCC), to provide continuing education for the healthcare team.</p><p style='font-size:8pt'>Release: 10/15/2026; valid for credit through 10/15/2027</p>", land=True)

page("S24", "ce", "Relias", [ce(title="Recognizing and Responding to Clinical Deterioration", provider=["Relias LLC", "Relias"], completedAt="2026-07-30", hours=1.25, name="Temperance Wójcik", approvers=[[ANC, ["P0410", None]], [["California Board of Registered Nursing"], ["CEP13974", "CEP 13974", "13974"]]])],
     CENTER, "<p style='text-align:left'><b style='font-size:20pt;color:#06c'>RELIAS</b></p><h1>Certificate of Completion</h1><p>is hereby granted to</p><h2>Temperance Wójcik</h2><p>to certify completion of</p><h2>Recognizing and Responding to Clinical Deterioration</h2><p>Completion Date: 07/30/2026 &nbsp;&nbsp; Final Score: 93%</p><p>Contact Hours: 1.25</p><p style='font-size:8pt;text-align:left'>Relias LLC is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation. Provider Number P0410. Provider approved by the California Board of Registered Nursing, Provider Number CEP13974, for 1.25 contact hours. Relias LLC, 1010 Sync Street, Morrisville, NC 27560</p>", land=True)

page("S25", "ce", "hospital in-service", [ce(title="Restraint Alternatives and Safe Application", provider=["Mercy Prairie Hospital", "Mercy Prairie Hospital Nursing Education Department"], completedAt="2026-05-04", hours=1.5, name=["Gideon Sarkisian", "Gideon Sarkisian, LPN"])],
     "body{font:12pt 'Liberation Mono';margin:14mm}", "<div style='text-align:center'><b>MERCY PRAIRIE HOSPITAL</b><br>Nursing Education Department</div><br><div style='text-align:center'><u>CERTIFICATE OF ATTENDANCE</u></div><br><p>NAME: Gideon Sarkisian, LPN</p><p>UNIT: 3 North &nbsp;&nbsp; EMPLOYEE #: 40418</p><p>TOPIC: Restraint Alternatives and Safe Application</p><p>DATE: 5/4/2026 &nbsp; TIME: 1300-1430</p><p>HOURS OF CREDIT: 1.5</p><p>PRESENTER: Lucinda Marsh, MSN, RN</p><p>SIGNATURE OF EDUCATOR: ____________________</p>")

page("S26", "ce", "journal publisher", [ce(title="Preventing Catheter-Associated Urinary Tract Infection: A Bundle Approach", provider=["Lippincott Professional Development", "Lippincott Professional Development (LPD)"], completedAt="2026-04-26", hours=2, name="Hortensia Valcourt", approvers=[[ANC, [None]], [["California Board of Registered Nursing"], ["CEP 11749", "CEP11749", "11749"]], [["Florida Board of Nursing"], ["50-1223"]]])],
     SANS, "<h2>Lippincott Professional Development</h2><h1>CERTIFICATE OF COMPLETION</h1>" + rows([("Participant", "Hortensia Valcourt"), ("Activity", "Preventing Catheter-Associated Urinary Tract Infection: A Bundle Approach"), ("Source", "Nursing2026, April 2026, Vol. 56, No. 4"), ("Contact hours", "2.0"), ("Pharmacology hours", "0.0"), ("Date of completion", "April 26, 2026"), ("Certificate expires for credit", "March 3, 2028")]) + "<p style='font-size:8pt'>LPD will award 2.0 contact hours for this nursing continuing professional development activity. LPD is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation. This activity is also provider approved by the California Board of Registered Nursing, Provider Number CEP 11749 for 2.0 contact hours. LPD is also an approved provider by the District of Columbia, Georgia, West Virginia, New Mexico, South Carolina, and Florida, CE Broker #50-1223.</p>")

page("S27", "ce", "federal online course", [ce(title=["Vaccine Storage and Handling", "Vaccine Storage and Handling (WB4721R)", "Vaccine Storage and Handling WB4721R"], provider=["Centers for Disease Control and Prevention", "The Centers for Disease Control and Prevention"], completedAt="2026-02-17", hours=1.2, name="Ephraim Castañeda", approvers=[[ANC, [None]]])],
     CENTER, "<h2>Centers for Disease Control and Prevention</h2><h3>Certificate of Continuing Nursing Education</h3><p>awarded to</p><h2>Ephraim Castañeda</h2><p>for completion of</p><h2>Vaccine Storage and Handling (WB4721R)</h2><p>1.2 contact hours</p><p>Date: 2/17/2026</p><p style='font-size:9pt'>The Centers for Disease Control and Prevention is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation.</p>", land=True)

page("S28", "ce", "independent study of an agency", [ce(title=["IS-00317.a Introduction to Community Emergency Response Teams", "Introduction to Community Emergency Response Teams", "IS-00317.a: Introduction to Community Emergency Response Teams"], provider=["Emergency Management Institute", "FEMA Emergency Management Institute"], completedAt="2026-08-24", hours=3, name="Magnolia Strömberg", approvers=[[["International Association for Continuing Education and Training", "IACET"], [None]]])],
     CENTER, "<h2>Emergency Management Institute</h2><h1>FEMA</h1><p>This Certificate of Achievement is to acknowledge that</p><h2>MAGNOLIA STRÖMBERG</h2><p>has reaffirmed a dedication to serve in times of crisis through continued professional development and completion of the independent study course:</p><h2>IS-00317.a Introduction to Community Emergency Response Teams</h2><p><i>Issued this 24th Day of August, 2026</i></p><p>0.3 IACET CEU</p><p>Jeffrey A. Stonefield<br>Superintendent</p>", land=True)

page("S29", "ce", "course history of a tracking service", [dict(kind="transcript", name="Ottavia Brannigan", courses=[
    ce(title="Prevention of Medical Errors", completedAt="2026-01-11", hours=2, provider="Gulfstream CE Partners"), ce(title="Human Trafficking Awareness", completedAt="2026-01-18", hours=2, provider="Nightingale Online Academy"),
    ce(title="Florida Laws and Rules for Nurses", completedAt="2026-02-02", hours=2, provider="Gulfstream CE Partners"), ce(title="Recognizing Impairment in the Workplace", completedAt="2026-02-20", hours=2, provider="Suncoast Nurses Association")])],
     TABLE, "<h2>Course History</h2><p>Ottavia Brannigan &nbsp; RN 9381204 &nbsp; Cycle: 05/01/2025 - 04/30/2027</p>" + grid(["Date Completed", "Course Name", "Educational Provider", "Tracking #", "Hours"], [
         ["01/11/2026", "Prevention of Medical Errors", "Gulfstream CE Partners", "20-884120", "2"], ["01/18/2026", "Human Trafficking Awareness", "Nightingale Online Academy", "20-884377", "2"], ["02/02/2026", "Florida Laws and Rules for Nurses", "Gulfstream CE Partners", "20-890112", "2"], ["02/20/2026", "Recognizing Impairment in the Workplace", "Suncoast Nurses Association", "20-893340", "2"]]) + "<p>Total hours posted: 8. Generated 11/03/2026.</p>")

page("S30", "ce", "learning system transcript", [dict(kind="transcript", name="Fitzgerald Amaro", provider=["Cedar Hollow Health", None], courses=[
    ce(title="Blood Product Administration Update", completedAt="2026-03-09", hours=1), ce(title="Sepsis: The First Hour", completedAt="2026-04-22", hours=1.5), ce(title="De-escalation for Inpatient Staff", completedAt="2026-06-15", hours=2.25)])],
     TABLE, "<h2>Cedar Hollow Health &ndash; Learning Transcript</h2><p>Student: Fitzgerald Amaro (Employee 55120)</p>" + grid(["Course", "Status", "Completed", "Score", "CE Hours"], [
         ["Blood Product Administration Update", "Complete", "Mar 9, 2026", "100", "1.00"], ["Sepsis: The First Hour", "Complete", "Apr 22, 2026", "92", "1.50"], ["De-escalation for Inpatient Staff", "Complete", "Jun 15, 2026", "88", "2.25"]]) + "<p>Report run 10/30/2026</p>")

page("S31", "ce", "Spanish", [ce(title=["Prevención de Caídas en el Paciente Hospitalizado"], provider=["Instituto Caribeño de Educación en Salud"], completedAt="2026-09-12", hours=4, name=["Yadiel Montalvo Figueroa"], approvers=[[["Junta Examinadora de Enfermería de Puerto Rico", "Junta Examinadora de Enfermería"], ["PR-0331", "00331"]]])],
     CENTER, "<h2>Instituto Caribeño de Educación en Salud</h2><h1>CERTIFICADO DE PARTICIPACIÓN</h1><p>Se otorga el presente certificado a</p><h2>Yadiel Montalvo Figueroa</h2><p>por su participación en el curso</p><h2>Prevención de Caídas en el Paciente Hospitalizado</h2><p>celebrado el 12 de septiembre de 2026 en Ponce, Puerto Rico</p><p>con un valor de 4 horas contacto</p><p>Proveedor aprobado por la Junta Examinadora de Enfermería de Puerto Rico, Núm. PR-0331</p><p style='margin-top:10mm'>______________________<br>Lcda. Ivelisse Roldán, Directora</p>", land=True, lang="es")

page("S32", "ce", "conference certificate with blank-like lines", [ce(title=["42nd Annual Rocky Mountain Perinatal Conference"], provider=["Rocky Mountain Perinatal Nurses Society"], completedAt="2026-10-09", hours=12.5, name=["Apolonia Whitfield-Ruiz"], approvers=[[["Colorado Nurses Association"], ["CO-2026-118", None]]])],
     CENTER, "<p><i>Rocky Mountain Perinatal Nurses Society</i></p><h1>Certificate of Attendance</h1><p>presented to</p><h2>Apolonia Whitfield-Ruiz, BSN, RNC-OB</h2><p>who attended the</p><h2>42nd Annual Rocky Mountain Perinatal Conference</h2><p>Denver, Colorado &nbsp; October 7-9, 2026</p><p>Total contact hours awarded: 12.5 of a possible 16.25</p><p style='font-size:9pt'>This nursing continuing professional development activity was approved by the Colorado Nurses Association, an accredited approver by the American Nurses Credentialing Center's Commission on Accreditation. Activity CO-2026-118</p>", land=True)

page("S33", "ce", "university, physician certificate", [ce(title="Ultrasound-Guided Vascular Access for Nurses", provider=["University of Northern Plains School of Medicine", "The University of Northern Plains School of Medicine"], completedAt="2026-06-20", hours=[6, None], name=["Leocadia Umber", "Leocadia Umber, RN"], approvers=[[["Accreditation Council for Continuing Medical Education", "ACCME"], [None]]])],
     CENTER, "<h3>The University of Northern Plains School of Medicine</h3><p>certifies that</p><h2>Leocadia Umber, RN</h2><p>has participated in the live activity titled</p><h2>Ultrasound-Guided Vascular Access for Nurses</h2><p>at Fargo, North Dakota on June 20, 2026</p><p>and is awarded 6.0 <i>AMA PRA Category 1 Credits</i>&trade;</p><p style='font-size:9pt'>The University of Northern Plains School of Medicine is accredited by the Accreditation Council for Continuing Medical Education (ACCME) to provide continuing medical education for physicians.</p>", land=True)

page("S34", "ce", "state association, wide table", [ce(title="Opioid Stewardship in Long-Term Care", provider=["Tallgrass Long-Term Care Association"], completedAt="2026-03-27", hours=3, name="Benedikt Olufsen", approvers=[[["Iowa Board of Nursing"], ["83", "No. 83"]]])],
     TABLE, "<h1>Continuing Education Certificate</h1>" + grid(["Name of Attendee", "License #", "Program Date"], [["Benedikt Olufsen", "118204", "March 27, 2026"]]) + "<br>" + grid(["Program Title", "Contact Hours"], [["Opioid Stewardship in Long-Term Care", "3.0"]]) + "<br>" + grid(["Program Sponsor", "Location"], [["Tallgrass Long-Term Care Association", "Ames, Iowa"]]) + "<p>Iowa Board of Nursing Approved Provider No. 83. Retain this certificate for four years.</p><p>Authorized signature: <i>M. Trelawney</i></p>")

page("S35", "ce", "webinar mail", [ce(title=["Managing Agitation in Dementia Without Restraints"], provider=["Harborlight Learning"], completedAt="2026-09-24", hours=1, name=["Cornelius Faraday", None], approvers=[[["California Board of Registered Nursing", "CA BRN"], ["CEP 17220", "CEP17220", "17220"]]])],
     SERIF, "<p>Harborlight Learning &lt;ce@harborlight.example&gt;<br>Thu 9/24/2026 3:11 PM</p><p>Hello Cornelius Faraday,</p><p>Thank you for attending our live webinar &ldquo;Managing Agitation in Dementia Without Restraints&rdquo; today, September 24, 2026. This message serves as your certificate: you have earned 1.0 contact hour.</p><p>Harborlight Learning is approved by the California Board of Registered Nursing, Provider Number CEP 17220, for 1.0 contact hour.</p><p>Our next webinar is on October 22, 2026. Recordings remain available until December 31, 2026.</p>")

page("S36", "ce", "home study with boxes", [ce(title="Diabetes Technology for the Bedside Nurse", provider=["Bright Harbor CEU", "Bright Harbor CEU, Inc.", "Bright Harbor CEU, Inc"], completedAt="2026-10-31", hours=4, name="Ingrid Thackeray", approvers=[[["California Board of Registered Nursing"], ["CEP 16081", "CEP16081", "16081"]], [["Florida Board of Nursing"], ["50-18820"]]])],
     TABLE, "<h1 style='text-align:center'>CERTIFICATE OF COMPLETION</h1><p style='text-align:center'>Bright Harbor CEU, Inc. &middot; 90 Quay Street, Astoria, OR 97103</p>" + rows([("Awarded to:", "Ingrid Thackeray"), ("License number(s):", "OR 201801122RN"), ("Course:", "Diabetes Technology for the Bedside Nurse"), ("Course number:", "BH-4471"), ("Credit awarded:", "4.0 contact hours"), ("Completed on:", "10/31/2026"), ("Method:", "Home study"), ("Approvals:", "California Board of Registered Nursing, CEP 16081; Florida Board of Nursing, 50-18820")]) + "<p>Signature: <i>Orla Penhaligon</i>, Administrator. A license holder must keep this for 4 years.</p>")

page("S37", "ce", "skills fair sheet", [ce(title=["Annual Nursing Skills Fair 2026", "Annual Nursing Skills Fair"], provider=["Sweetwater County Memorial Hospital"], completedAt="2026-04-14", hours=3.75, name=["Horatio Blackfeather"])],
     SANS, "<h2>Sweetwater County Memorial Hospital</h2><h1>Annual Nursing Skills Fair 2026</h1><p>This is to verify that <b>Horatio Blackfeather, RN</b> completed all stations on <b>April 14, 2026</b>.</p>" + "<ul><li>Restraints (30 min)</li><li>Central line dressing (45 min)</li><li>Blood administration (60 min)</li><li>Code cart (45 min)</li><li>Chest tubes (45 min)</li></ul><p>Contact hours earned: <b>3.75</b></p><p>Verified by: Juniper Castleton, MSN, RN, NPD-BC, Clinical Education</p>")

page("S38", "ce", "small grey print, right column", [ce(title="Understanding Vasoactive Infusions", provider=["Critical Pathways Education Group"], completedAt="2025-12-05", hours=2.5, name="Valentina Mackenzie-Oort", approvers=[[ANC, ["P0688", None]]])],
     SANS, "<div style='display:grid;grid-template-columns:2fr 1fr;gap:12mm'><div><p style='color:#888'>CERTIFICATE OF SUCCESSFUL COMPLETION</p><h1>Understanding Vasoactive Infusions</h1><p>Awarded to</p><h2>Valentina Mackenzie-Oort</h2><p>Critical Pathways Education Group</p></div><div style='font-size:9pt;border-left:2px solid #99a;padding-left:5mm'><p><b>Completed</b><br>December 5, 2025</p><p><b>Credit</b><br>2.5 contact hours</p><p><b>Format</b><br>Self-paced</p><p><b>Certificate ID</b><br>CP-77120-88</p><p><b>Accreditation</b><br>Critical Pathways Education Group is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation. Provider P0688.</p></div></div>", land=True)

page("S39", "ce", "community college", [ce(title=["IV Therapy for Licensed Practical Nurses", "IV Therapy for LPNs"], provider=["Lakeshore Technical College"], completedAt="2026-05-16", hours=[30], name="Desmond Okwuosa", approvers=[[["Minnesota Board of Nursing"], [None]]])],
     CENTER, "<h1 style='font-family:Z003'>Lakeshore Technical College</h1><p>Continuing Education and Workforce Training</p><p>certifies that</p><h2>Desmond Okwuosa</h2><p>has satisfactorily completed</p><h2>IV Therapy for Licensed Practical Nurses</h2><p>30 clock hours &nbsp; (3.0 CEUs)</p><p>Given this sixteenth day of May, two thousand twenty-six</p><p style='font-size:9pt'>Content meets criteria of the Minnesota Board of Nursing.</p><div style='display:flex;justify-content:space-around'><div>________________<br>Dean</div><div>________________<br>Instructor</div></div>", land=True)

page("S40", "ce", "list of labels, values right aligned, provider as sponsor", [ce(title="Trauma-Informed Care Across the Lifespan", provider=["Three Rivers Behavioral Health Network"], completedAt="2026-08-08", hours=5.5, name=["Sunniva Garabedian"], approvers=[[["Ohio Nurses Association"], ["OBN-001-91", None]]])],
     SANS + "div.r{display:flex;justify-content:space-between;border-bottom:1px dotted #999;padding:5px 0}", "<h1>Verification of Attendance</h1>" + "".join(f"<div class=r><span>{a}</span><span>{b}</span></div>" for a, b in [("Participant", "Sunniva Garabedian"), ("Event", "Trauma-Informed Care Across the Lifespan"), ("Sponsoring agency", "Three Rivers Behavioral Health Network"), ("Event date", "August 8, 2026"), ("Place", "Youngstown, OH"), ("Contact hours", "5.5"), ("Approved by", "Ohio Nurses Association (OBN-001-91)")]) + "<p style='font-size:8pt'>The Ohio Nurses Association is accredited as an approver of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation.</p>")


# ------------------------------------------------------------------ in plain lines
def lines(text):
    """# and ## are headings, || separates columns, ~ is small print."""
    out = []
    for line in text.strip().split("\n"):
        line=line.strip()
        if line.startswith("##"): out.append(f"<h2>{line[2:].strip()}</h2>")
        elif line.startswith("#"): out.append(f"<h1>{line[1:].strip()}</h1>")
        elif "||" in line: out.append('<div class="g">'+"".join(f"<div>{c.strip()}</div>" for c in line.split("||"))+"</div>")
        elif line=="": out.append("<br>")
        elif line.startswith("~"): out.append(f'<p style="font-size:8pt">{line[1:]}</p>')
        else: out.append(f"<p>{line}</p>")
    return "".join(out)


def text(id, group, expect, body, center=False, land=False, font="10.5pt 'Liberation Sans'", gap="6px"):
    css = f"body{{font:{font};margin:4mm;{'text-align:center' if center else ''}}}p{{margin:{gap} 0}}.g{{display:flex;gap:8mm}}.g>div{{flex:1}}"
    page(id, group, "", expect, css, lines(body), land=land)


text("T01","license",[lic(type="RN",state="Ohio",number=["RN.398214","398214"],issuedAt=["2013-08-02","2025-09-01",None],expiresAt="2027-10-31",name=["Odalys Brenneman"])],
"""## eLicense Ohio Professional Licensure
Credential view screen
##ODALYS BRENNEMAN
City State || Toledo, OH
Board || Board of Nursing
Credential || RN.398214
Credential type || Registered Nurse
Status || ACTIVE
First issuance date || 08/02/2013
Effective date || 09/01/2025
Expiration date || 10/31/2027
Board action || No
~11/20/26 10:02 AM""")
text("T02","license",[lic(type="RN",state="Illinois",number=["041.512208","041512208"],expiresAt="2028-05-31",name="Kwabena Lindholm")],
"""STATE OF ILLINOIS
Department of Financial and Professional Regulation
##LICENSED
REGISTERED PROFESSIONAL NURSE
KWABENA LINDHOLM
LICENSE NO. || EXPIRES
041.512208 || 05/31/2028
~The official status of this license can be verified at idfpr.example. Cut along the dotted line.""",center=True)
text("T03","license",[lic(type="LPN",state="Virginia",number="0002118834",issuedAt=["2017-03-06",None],expiresAt="2027-08-31",name=["Perpetua Adair Kwan","Kwan, Perpetua Adair"])],
"""##Commonwealth of Virginia Department of Health Professions
License Lookup
License Number: 0002118834
Occupation: Licensed Practical Nurse
Name: Perpetua Adair Kwan
Address of Record: Roanoke, VA 24016
Initial License Date: 03/06/2017
Expire Date: 08/31/2027
License Status: Current Active
Compact Status: Multi-State
Additional Public Information*: No""",gap="3px")
text("T04","license",[lic(type="RN",state="Oklahoma",number=["R0118842"],expiresAt="2028-03-31",name=["Barnaby Ochoa-Steele"])],
"""#Oklahoma Board of Nursing
October 3, 2026
To Whom It May Concern:
This is to verify that Barnaby Ochoa-Steele holds a current, unencumbered license to practice as a Registered Nurse in the State of Oklahoma. License number R0118842 was issued by examination on July 14, 2008 and is valid through March 31, 2028.
There is no disciplinary action against this license.
Sincerely,
Licensing Department""",font="11pt 'Nimbus Roman'")
D=DOCS[-1]["truth"]["expect"][0]; D["issuedAt"]=["2008-07-14",None]
text("T05","certification",[cert(code="ACLS",issuer=["American Red Cross"],number=["ZX4419K"],issuedAt="2026-02-28",expiresAt="2028-02-28",holder="Silvio Tanaka")],
"""#American Red Cross
Training Services
##Certificate of Completion
This certificate is to recognize that
##Silvio Tanaka
has successfully completed the requirements for
##Advanced Life Support
Date completed: February 28, 2026 || Expires: February 28, 2028
Certificate ID: ZX4419K
Instructor ID 77H21""",center=True)
text("T06","certification",[cert(code="PALS",issuer=["American Heart Association","AHA"],number="265418840071",issuedAt="2026-08-11",expiresAt=["2028-08-31","2028-08"],holder="Hyacinth Mbeki-Lowe")],
"""PEDIATRIC ADVANCED LIFE SUPPORT
##PALS Provider
American Heart Association
Hyacinth Mbeki-Lowe
has successfully completed the cognitive and skills evaluations in accordance with the curriculum of the American Heart Association Pediatric Advanced Life Support Program.
Issue Date || Renew By
8/11/2026 || 08/31/2028
Training Center Name || Instructor Name
Desert Sky Life Support || Aurelio Banks
Training Center ID || Instructor ID
AZ20117 || 04180033417
eCard Code
265418840071""")
text("T07","certification",[cert(code="CNOR",issuer=["Competency & Credentialing Institute"],number=["CN-88120"],issuedAt=["2023-01-01",None],expiresAt="2027-12-31",holder="Evangelina Ross-Tate")],
"""Competency & Credentialing Institute
hereby certifies that
##Evangelina Ross-Tate, RN
has fulfilled the requirements and is recognized as a
##Certified Perioperative Nurse
CNOR
Certificate number CN-88120
Certified from January 1, 2023 through December 31, 2027""",center=True,land=True)
text("T08","certification",[cert(code="WCC",issuer=["National Alliance of Wound Care and Ostomy","NAWCO"],number=["2208814"],issuedAt=["2024-04-02",None],expiresAt="2029-04-02",holder="Ferdinand Oyelowo")],
"""##National Alliance of Wound Care and Ostomy
Credential verification
Name || Ferdinand Oyelowo, LPN
Credential || WCC - Wound Care Certified
Certificate # || 2208814
Date certified || 04/02/2024
Expiration || 04/02/2029
Status || Active""")
text("T09","certification",[cert(code="CPI",issuer=["Crisis Prevention Institute","CPI"],number=[None,"NCI-55120"],issuedAt="2026-03-19",expiresAt=["2028-03-19"],holder="Zuleika Armitage")],
"""Crisis Prevention Institute
##Nonviolent Crisis Intervention
BLUE CARD
Participant: Zuleika Armitage
Has completed the Nonviolent Crisis Intervention training program
Training date: 03/19/2026 || Renewal date: 03/19/2028
Card no. NCI-55120 || Certified Instructor: Moses Ellery""")
text("T10","certification",[cert(code="FNP-BC",issuer=["American Nurses Credentialing Center","ANCC"],number=["2021998120"],issuedAt=["2021-06-15",None],expiresAt="2031-06-14",holder=["Octavio Penrose-Hill"])],
"""ANCC
##Primary Source Verification
Requested by: Union Gap Family Clinic on 09/14/2026
Certificant: Octavio Penrose-Hill
Certification: Family Nurse Practitioner, Board Certified (FNP-BC)
Certification number: 2021998120
Certification status: Active
Initial certification: 06/15/2016
Current period: 06/15/2021 to 06/14/2031
American Nurses Credentialing Center, 8515 Georgia Ave, Silver Spring, MD""")
DOCS[-1]["truth"]["expect"][0]["issuedAt"]=["2021-06-15","2016-06-15",None]
text("T11","ce",[ce(title="Medical Marijuana: Nursing Implications",provider=["Elite Learning"],completedAt="2026-10-02",hours=2,name="Georgiana Tubbs",approvers=[[ANC,["P0675",None]],[["California Board of Registered Nursing"],["CEP15022","CEP 15022","15022"]],[["Florida Board of Nursing"],["50-4007"]]])],
"""#Certificate of Completion
Elite Learning
This certifies that
##Georgiana Tubbs
License # 9440218 FL
has completed the following course for 2 contact hours on 10/02/2026
##Medical Marijuana: Nursing Implications
Course # 20-998130
~Elite Learning is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation, Provider Number P0675. Elite Learning is approved by the California Board of Registered Nursing, Provider CEP15022; Florida Board of Nursing, CE Broker Provider 50-4007.""",center=True)
text("T12","ce",[ce(title=["Deep Vein Thrombosis Prevention in the Postpartum Unit"],provider=["Nurse.com","Relias LLC"],completedAt="2026-01-30",hours=1,name="Ulysses Farrow",approvers=[[ANC,[None,"P0410"]]])],
"""Nurse.com
#CERTIFICATE OF COMPLETION
Presented to: Ulysses Farrow
for completing the course
##Deep Vein Thrombosis Prevention in the Postpartum Unit
Contact hours: 1.0 || Completion date: Jan 30, 2026 || Certificate no. 40418817
~Nurse.com is a Relias LLC company. Relias LLC is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation.""",center=True,land=True)
text("T13","ce",[ce(title=["Implicit Bias in Maternity Care"],provider=["Golden Poppy Nursing Institute"],completedAt="2026-07-08",hours=1,name=["Melisande Cho"],approvers=[[["California Board of Registered Nursing"],["CEP 18220","CEP18220","18220"]]])],
"""Golden Poppy Nursing Institute
1120 Almond Row, Lodi, CA 95240 || (209) 555-0170
#Certificate of Attendance
Melisande Cho || RN 95220187
Attendee || License
Implicit Bias in Maternity Care
Course title
07/08/2026 || 1.0 || CEP 18220
Date || Contact hours || BRN provider no.
~This certificate must be retained for four years.
_________________________
Instructor signature""")
text("T14","ce",[ce(title=["Cultural Humility in Hospice"],provider=["Harbor Lights Hospice","Harbor Lights Hospice Education Team"],completedAt="2026-06-03",hours=1.25,name=["Rosamund Iglesias-Park"])],
"""Harbor Lights Hospice Education Team
##In-Service Record
Topic: Cultural Humility in Hospice
Speaker: Father Dominic Ashe
Date presented: June 3, 2026 || Length: 75 minutes (1.25 hours)
Employee name: Rosamund Iglesias-Park || Title: RN Case Manager
Objectives met: Yes""")
text("T15","ce",[ce(title=["Antibiotic Stewardship for School Nurses"],provider=["Prairie State School Nurses Association"],completedAt="2026-09-19",hours=3,name=["Annika Delacroix-Bone"],approvers=[[["Illinois Nurses Association","Midwest Multistate Division","American Nurses Association Massachusetts"],[None]]])],
"""##Prairie State School Nurses Association
This is to certify that
##Annika Delacroix-Bone, MSN, RN
attended the educational activity
##Antibiotic Stewardship for School Nurses
held September 19, 2026 in Peoria, Illinois
and has been awarded 3.0 contact hours.
~This nursing continuing professional development activity was approved by the Midwest Multistate Division, an accredited approver by the American Nurses Credentialing Center's Commission on Accreditation.""",center=True)
text("T16","ce",[ce(title=["Telehealth Triage Essentials"],provider=["University of Cascadia College of Nursing"],completedAt="2026-03-11",hours=4.5,name=["Leopold Nakagawa"],approvers=[[ANC,[None]]])],
"""University of Cascadia College of Nursing
Office of Continuing Nursing Education
#Certificate of Successful Completion
awarded to Leopold Nakagawa
For participation in: Telehealth Triage Essentials
Activity date: March 11, 2026
Number of contact hours: 4.5
Activity number: 26-0311
~The University of Cascadia College of Nursing is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation.""")
text("T17","ce",[dict(kind="transcript",name="Bernadette Quill",courses=[ce(title="Fall Prevention 2026",completedAt="2026-02-02",hours=1,provider="HealthTrain"),ce(title="Stroke Alert Response",completedAt="2026-05-10",hours=1.5,provider="Maple Valley Hospital"),ce(title="Pediatric Pain Scales",completedAt="2026-08-21",hours=0.75,provider="HealthTrain")])],
"""#CE Transcript
Bernadette Quill
Activity || Sponsor || Date earned || Contact hours
Fall Prevention 2026 || HealthTrain || 02/02/2026 || 1.0
Stroke Alert Response || Maple Valley Hospital || 05/10/2026 || 1.5
Pediatric Pain Scales || HealthTrain || 08/21/2026 || 0.75
Total || || || 3.25""")
text("T18","ce",[ce(title=["Actualización en Diabetes Tipo 2"],provider=["Universidad del Valle Central"],completedAt="2026-05-23",hours=6,name=["Maritza Colón Arroyo"])],
"""##Universidad del Valle Central
Escuela de Enfermería
#Certificado
Se certifica que
##Maritza Colón Arroyo
asistió a la actividad educativa
##Actualización en Diabetes Tipo 2
el 23 de mayo de 2026
Horas contacto: 6.0""",center=True)
text("T19","ce",[ce(title=["Emergency Preparedness for Dialysis Units"],provider=["Blue Heron Renal Educators"],completedAt="2026-04-02",hours=2,name=["Thaddeus Moonan"],approvers=[[["California Board of Registered Nursing"],["CEP 17001","CEP17001","17001"]]])],
"""Subject: Your CE certificate
From: Blue Heron Renal Educators &lt;ce@blueheron.example&gt;
Date: April 4, 2026
Dear Thaddeus Moonan,
Congratulations! On April 2, 2026 you completed "Emergency Preparedness for Dialysis Units" and earned 2.0 contact hours.
Blue Heron Renal Educators is a provider approved by the California Board of Registered Nursing, Provider Number CEP 17001.
Please keep this message for your records.""")
text("T20","ce",[ce(title=["Compassion Fatigue and Self-Care"],provider=["Northern Lights CE","Northern Lights CE, LLC"],completedAt="2026-11-01",hours=[3],name=["Ines Halloway"],approvers=[[ANC,["P0991",None]]])],
"""Northern Lights CE, LLC
##Statement of Credit
Learner || Ines Halloway
Course || Compassion Fatigue and Self-Care
Format || Self-study
Date completed || 11/01/2026
Credits earned || 3.00 ANCC contact hours
Score || 90%
~Northern Lights CE, LLC is accredited with distinction as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation. Provider P0991. Release date: 01/15/2026. Expiration date: 01/14/2029.""")

text("U01","ce",[ce(title="Safe Patient Handling Refresher",provider=["Grand Mesa Regional Medical Center"],completedAt="2026-02-26",hours=1,name="Corvin Adeleke")],
"""GRAND MESA REGIONAL MEDICAL CENTER
Staff Development
#Attendance Certificate
Corvin Adeleke, CNA
has attended
##Safe Patient Handling Refresher
on 2/26/2026 from 0800 to 0900
Contact hours: 1.0
Instructor: Bettina Rowe, PT""",center=True)
text("U02","ce",[ce(title=["Burnout, Resilience and You"],provider=["Wildflower Nurse Academy"],completedAt="2026-08-30",hours=2,name="Isadora Quintero",approvers=[[["California Board of Registered Nursing"],["CEP 15999","15999"]]])],
"""Wildflower Nurse Academy presents
#Burnout, Resilience and You
Presenter: Dr. Lyle Hanover
Certificate of completion for Isadora Quintero
2 CE hours | August 30, 2026
~Provider approved by the California Board of Registered Nursing, Provider #15999 for 2 contact hours.""",land=True)
text("U03","ce",[ce(title=["Pressure Injury Staging"],provider=["WoundWise Education"],completedAt="2026-09-09",hours=1.5,name="Nikolai Brandvold",approvers=[[ANC,["P0777",None]]])],
"""WoundWise Education
CERTIFICATE
Name of participant
Nikolai Brandvold
Name of activity
Pressure Injury Staging
Date of activity
09/09/2026
Contact hours awarded
1.5
Accreditation
WoundWise Education is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation. P0777""")
text("U04","ce",[ce(title=["Pain Management for Advanced Practice Nurses","Pain Management for Advanced Practice Nurses (2026 Edition)"],provider=["Keystone APRN Education"],completedAt="2026-10-20",hours=4,name="Delia Fontaine-Marsh",approvers=[[["Pennsylvania State Board of Nursing"],[None]]])],
"""Certificate no. KA-20261020-8812
##Keystone APRN Education
hereby confirms that
DELIA FONTAINE-MARSH, MSN, CRNP
License no. SP019922
has successfully completed
Pain Management for Advanced Practice Nurses (2026 Edition)
October 20, 2026
4 contact hours (all in pharmacology)
Approved by the Pennsylvania State Board of Nursing""",center=True)
text("U05","ce",[ce(title=["Leadership Rounds That Work"],provider=["Association of Frontier Nurse Leaders"],completedAt="2026-05-05",hours=1.2,name="Percival Stone",approvers=[[["Western Multi-State Division","Western Multi-State Division (WMSD)"],[None]]])],
"""Association of Frontier Nurse Leaders
Webinar certificate
Leadership Rounds That Work
Live webinar, May 5, 2026
Participant: Percival Stone
Credit: 1.2 contact hours
~This nursing continuing professional development activity was approved by the Western Multi-State Division, an accredited approver of continuing nursing education by the American Nurses Credentialing Center's Commission on Accreditation.""")
text("U06","ce",[ce(title=["2026 Diabetes Update"],provider=["Saint Odile Health System","Saint Odile Health System Center for Learning"],completedAt="2026-03-03",hours=6.5,name="Jocasta Bell",approvers=[[ANC,[None]]])],
"""SAINT ODILE HEALTH SYSTEM
Center for Learning
This acknowledges that Jocasta Bell, RN participated in 2026 Diabetes Update on March 3, 2026 and earned 6.5 contact hours out of 7.0 offered.
~Saint Odile Health System is accredited as a provider of nursing continuing professional development by the American Nurses Credentialing Center's Commission on Accreditation.
Ramona Fitch, DNP, RN
Director, Center for Learning""")
text("U07","ce",[dict(kind="transcript",name="Anders Holm-Vega",provider=["Evergreen Learning",None],courses=[ce(title="HIPAA Refresher",completedAt="2026-01-05",hours=0.5),ce(title="Bloodborne Pathogens",completedAt="2026-01-06",hours=1),ce(title="Managing Aggressive Behavior",completedAt="2026-03-15",hours=1.25)])],
"""##Training Record
Learner: Anders Holm-Vega
Course title || Completion date || CEs || Status
HIPAA Refresher || 01/05/2026 || 0.5 || Passed
Bloodborne Pathogens || 01/06/2026 || 1.0 || Passed
Managing Aggressive Behavior || 03/15/2026 || 1.25 || Passed
Evergreen Learning, printed 11/01/2026""")
text("U08","ce",[ce(title=["Nurse Practice Act and Ethics"],provider=["Bluebonnet Nursing CE"],completedAt="2026-06-21",hours=2,name="Mirabel Oakes",approvers=[[["Texas Board of Nursing"],[None]],[ANC,["P0333",None]]])],
"""Bluebonnet Nursing CE
#Certificate of Completion
This certificate is awarded to Mirabel Oakes
RN 812204 (Texas)
For successfully completing 2.0 contact hours of continuing education in Nurse Practice Act and Ethics on June 21, 2026
~Meets the Texas Board of Nursing requirement for jurisprudence and ethics. Bluebonnet Nursing CE is accredited by the American Nurses Credentialing Center, P0333.""",center=True)
text("U09","license",[lic(type="RN",state="Minnesota",number=["R 211884-5","211884-5"],expiresAt="2028-04-30",name="Tovah Lindgren-Asante",issuedAt=[None,"2019-05-22"])],
"""##Minnesota Board of Nursing
1210 Northland Drive, Mendota Heights, MN 55120
REGISTRATION CERTIFICATE
Tovah Lindgren-Asante
License type: Registered Nurse
License #: R 211884-5
Original license date: 05/22/2019
Registration expires: 04/30/2028
Signature ____________________""")
text("U10","license",[lic(type="LPN",state="Kansas",number="24-088120-032",expiresAt="2027-06-30",issuedAt=[None],name=["Quentin Albright"])],
"""KANSAS STATE BOARD OF NURSING
LICENSED PRACTICAL NURSE
Quentin Albright
24-088120-032
License No.
06/30/2027
Expiration Date
Landon State Office Building, Topeka, Kansas""",center=True)
text("U11","certification",[cert(code="TNCC",issuer=["Emergency Nurses Association","ENA"],number=[None,"E3318820"],issuedAt="2026-09-25",expiresAt=["2030-09-30","2030-09"],holder="Lucasta Emmerich")],
"""ENA
Emergency Nurses Association
verifies that
##Lucasta Emmerich
has successfully completed the
##Trauma Nursing Core Course (TNCC)
and is a verified TNCC provider
Course date 9/25/2026 || Expiration date 09/2030 || Verification ID E3318820
14.58 contact hours were awarded separately""",center=True)
text("U12","certification",[cert(code="IBCLC",issuer=["International Board of Lactation Consultant Examiners","IBLCE"],number=["L-304418"],issuedAt=["2024-10-01",None],expiresAt="2029-12-31",holder="Henrietta Soto-Price")],
"""International Board of Lactation Consultant Examiners
This is to certify that
##Henrietta Soto-Price
is an International Board Certified Lactation Consultant (IBCLC)
Certification no. L-304418
Effective 01 October 2024
Valid until 31 December 2029""",center=True)
text("U13","certification",[cert(code="CCM",issuer=["Commission for Case Manager Certification","CCMC"],number=["4418820"],expiresAt="2030-05-31",issuedAt=[None],holder="Rufus Delacourt")],
"""Commission for Case Manager Certification
Online Directory Result
Rufus Delacourt, RN, CCM
Certificate number 4418820
Status Active
Certified through 05/31/2030
Location Macon, GA""")
text("U14","certification",[cert(code="BLS",issuer=["American Heart Association","AHA"],number=["225500184417"],issuedAt="2025-12-04",expiresAt=["2027-12-31","2027-12"],holder="Marguerite Osei")],
"""American Heart Association
BLS Provider
Marguerite Osei
The above individual has successfully completed the cognitive and skills evaluations in accordance with the curriculum of the AHA Basic Life Support (CPR & AED) Program.
Issue Date 12/04/2025 || Renew By 12/2027
Training Center: River Bend EMS (IA03318) || Instructor: Chip Ventresca 0118820442
eCard Code: 225500184417""")
text("U15","ce",[ce(title=["Preventing Falls at Home"],provider=["Visiting Nurse Collaborative of the Ozarks"],completedAt="2026-07-17",hours=[0.75],name="Aurelia Nash",approvers=[[["Missouri Nurses Association","Midwest Multistate Division"],[None]]])],
"""Visiting Nurse Collaborative of the Ozarks
certificate of attendance
awarded to: Aurelia Nash, LPN
program: Preventing Falls at Home
date: July 17, 2026   time: noon to 12:45 pm
45 minutes = 0.75 contact hour
approved by: Midwest Multistate Division""",font="12pt 'Liberation Mono'")
text("U16","ce",[ce(title=["Rapid Response Simulation Day"],provider=["Tri-County Simulation Center"],completedAt="2026-11-12",hours=7,name=["Zebulon Achterberg"])],
"""#Tri-County Simulation Center
Congratulations
##Zebulon Achterberg
for completing
##Rapid Response Simulation Day
November 12, 2026
Seven (7) contact hours""",center=True,land=True)
main()
