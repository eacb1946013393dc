// What the hospital has: departments and its price list. Prices are in a currency with two decimals.
// biome-ignore format: a table
export const DEPARTMENTS = [
  { code: 'GEN', name: 'General Medicine', icon_codes: ['stethoscope'], description: 'First visits, check-ups and long-term care.', catalog: ['LAB-CBC', 'LAB-CRP', 'VAC-FLU'] },
  { code: 'CARD', name: 'Cardiology', icon_codes: ['heart'], description: 'Heart and circulation, with ECG and echocardiography.', catalog: ['ECG-12', 'ECHO', 'LAB-LIP'] },
  { code: 'PED', name: 'Paediatrics', icon_codes: ['baby'], description: 'Children up to 17 years, well-baby visits and vaccinations.', catalog: ['VAC-MMR', 'LAB-CRP'], children: true },
  { code: 'ORTH', name: 'Orthopaedics', icon_codes: ['bone'], description: 'Joints, bones and injuries.', catalog: ['XR-LIMB', 'PHYS', 'CAST'] },
  { code: 'EMER', name: 'Emergency', icon_codes: ['ambulance'], description: 'Every day of the week.', catalog: ['SUTURE', 'XR-LIMB', 'LAB-CBC', 'ECG-12'] },
  { code: 'DERM', name: 'Dermatology', icon_codes: ['hand'], description: 'Skin, allergies and small surgery.', catalog: ['BIOPSY', 'ALLERGY'] },
  { code: 'OPH', name: 'Ophthalmology', icon_codes: ['eye'], description: 'Eyes and sight.', catalog: ['OPT-OCT', 'OPT-REF'] },
  { code: 'OBG', name: 'Obstetrics and Gynaecology', icon_codes: ['venus'], description: 'Pregnancy, birth and women’s health.', catalog: ['US-OBS', 'LAB-CBC'], women: true },
];

// biome-ignore format: a table
export const CATALOG = [
  { code: 'CONS', name: 'Consultation', default_price: 80, category: 'Consultation', tags: ['visit'], description: 'A visit of up to 30 minutes.' },
  { code: 'CONS-LONG', name: 'Extended consultation', default_price: 140, category: 'Consultation', tags: ['visit'] },
  { code: 'LAB-CBC', name: 'Complete blood count', default_price: 24.5, category: 'Laboratory', tags: ['blood'] },
  { code: 'LAB-CRP', name: 'C-reactive protein', default_price: 18, category: 'Laboratory', tags: ['blood'] },
  { code: 'LAB-LIP', name: 'Lipid profile', default_price: 32, category: 'Laboratory', tags: ['blood'], description: 'Total cholesterol, HDL, LDL and triglycerides.' },
  { code: 'ECG-12', name: 'Electrocardiogram, 12 leads', default_price: 45, category: 'Diagnostics', tags: ['heart'] },
  { code: 'ECHO', name: 'Echocardiography', default_price: 210, category: 'Imaging', tags: ['heart', 'ultrasound'] },
  { code: 'XR-LIMB', name: 'X-ray of a limb', default_price: 65, category: 'Imaging', tags: ['x-ray'] },
  { code: 'US-OBS', name: 'Obstetric ultrasound', default_price: 120, category: 'Imaging', tags: ['ultrasound'] },
  { code: 'OPT-OCT', name: 'Optical coherence tomography', default_price: 95, category: 'Imaging', tags: ['eye'] },
  { code: 'OPT-REF', name: 'Refraction test', default_price: 35, category: 'Diagnostics', tags: ['eye'] },
  { code: 'ALLERGY', name: 'Allergy test, 20 substances', default_price: 110, category: 'Diagnostics', tags: ['skin'], discount_percent: 10 },
  { code: 'BIOPSY', name: 'Skin biopsy', default_price: 155, category: 'Procedure', tags: ['skin', 'surgery'] },
  { code: 'SUTURE', name: 'Wound closure', default_price: 88, category: 'Procedure', tags: ['surgery'] },
  { code: 'CAST', name: 'Plaster cast', default_price: 72.5, category: 'Procedure', tags: ['bones'] },
  { code: 'PHYS', name: 'Physiotherapy, 30 minutes', default_price: 48, category: 'Therapy', tags: ['bones'] },
  { code: 'VAC-FLU', name: 'Influenza vaccination', default_price: 28, category: 'Vaccination', tags: ['vaccine'], discount_amount: 3 },
  { code: 'VAC-MMR', name: 'Measles, mumps and rubella vaccination', default_price: 41, category: 'Vaccination', tags: ['vaccine'] },
  // Treatment is not taxed; this is none.
  { code: 'CERT', name: 'Medical certificate', default_price: 30, category: 'Documents', tags: ['paper'], tax_percent: 19 },
  { code: 'SPLINT', name: 'Splint to take home', default_price: 46, category: 'Supplies', tags: ['bones'], tax_percent: 7 },
];
