/**
 * What others call a field, best first, parted by commas; case, accents, blanks and marks do not count. English, German, French,
 * Spanish, Portuguese, Arabic, Turkish, and the tables of OpenEMR (`patient_data`, `users`, `openemr_postcalendar_events`) and OpenMRS.
 * Earlier lines choose first.
 */
export const SYNONYMS: Record<string, string> = {
  // Appointments: before `external_id`, which has some of these words, too.
  patient_external_id:
    'pc_pid, pid, patient id, patient uuid, patient identifier, patient number, patient no, mrn, patientennummer, patientennr, patienten id, patient, numero patient, id patient, id paciente, numero paciente, paciente, رقم المريض, hasta no, hasta numarası',
  doctor_external_id:
    'pc_aid, provider id, provider uuid, doctor id, doctor number, practitioner id, physician id, provider, doctor, practitioner, arzt id, arztnummer, arzt, behandler, medecin, id medecin, praticien, medico, id medico, doctor a, رقم الطبيب, الطبيب, doktor, hekim, doktor no',
  department_external_id:
    'pc_facility, facility id, department id, department code, location id, department, facility, clinic, location, abteilung, abteilung id, fachabteilung, service, departement, departamento, servicio, setor, القسم, العيادة, bölüm, bölüm no',
  external_id:
    'external id, pc_eid, pid, patient id, patient uuid, patient identifier, identifier, openmrs id, mrn, medical record number, chart number, patient number, patient no, reg_number, record number, pubpid, pubid, uuid, id, number, no, nr, code id, patientennummer, patientennr, patienten nr, patienten id, aktenzeichen, nummer, numero patient, numero de dossier, id patient, dossier, numero paciente, numero de historia, historia clinica, expediente, id paciente, prontuario, numero do prontuario, numero, رقم المريض, رقم الملف, الرقم, hasta no, dosya no, protokol no, doctor id, provider id, appointment id, terminnummer, termin id, item id, department id, facility id',

  first_name:
    'first name, fname, given_name, given name, given names, forename, firstname, vorname, rufname, prenom, prenoms, nombre, nombres, primeiro nome, nome, الاسم الاول, الاسم, adı, ad, isim',
  middle_name:
    'middle name, mname, middle names, second name, zweiter vorname, deuxieme prenom, segundo nombre, nome do meio, اسم الاب, ikinci ad',
  last_name:
    'last name, lname, family_name, family name, surname, lastname, nachname, familienname, zuname, nom, nom de famille, apellido, apellidos, primer apellido, sobrenome, apelido, ultimo nome, اسم العائلة, اللقب, الكنية, soyadı, soyad, soyisim, name',
  gender: 'sex, gender, geschlecht, anrede, sexe, genre, sexo, genero, الجنس, النوع, cinsiyet',
  dob: 'date of birth, dob, birthdate, birth date, birthday, born, geburtsdatum, geburtstag, geb datum, geb, date de naissance, naissance, ne le, fecha de nacimiento, nacimiento, fecha nac, data de nascimento, nascimento, تاريخ الميلاد, تاريخ الولادة, doğum tarihi',
  blood_group:
    'blood group, blood type, bloodgroup, blutgruppe, groupe sanguin, grupo sanguineo, tipo de sangre, tipo sanguineo, فصيلة الدم, زمرة الدم, kan grubu',
  phone_number:
    'phone_cell, mobile, mobile phone, mobile number, cell, cell phone, handy, mobil, mobiltelefon, mobilnummer, portable, telephone portable, movil, celular, telefono movil, telemovel, الجوال, المحمول, رقم الجوال, cep telefonu, cep, phone, phone number, telephone, telephone number, tel, contact number, telefon, telefonnummer, telefon 1, rufnummer, numero de telephone, telefono, telefone, الهاتف, رقم الهاتف, telefon numarası, phone_home',
  alt_phone_number:
    'alt phone, alternative phone, phone 2, second phone, phone_home, home phone, landline, festnetz, telefon 2, telefon privat, telephone 2, telephone fixe, fixe, telefono 2, telefono fijo, telefone fixo, telefone 2, phone_biz, work phone, phone, telephone, telefon, telefono, telefone, هاتف اخر, ev telefonu',
  email:
    'e mail, email, email address, mail, e mail adresse, mailadresse, adresse email, courriel, correo, correo electronico, البريد الالكتروني, الايميل, e posta, eposta',
  national_id:
    'national id, national identifier, id number, identity number, ss, ssn, social security number, personal id, personalausweis, ausweisnummer, sozialversicherungsnummer, svnr, ahv nummer, numero de securite sociale, nir, cin, carte d identite, dni, nie, cedula, curp, documento, documento de identidad, cpf, bi, nif, الرقم القومي, رقم الهوية, الرقم الوطني, tc kimlik no, tc no, kimlik no, aadhaar',
  preferred_language: 'language, preferred language, sprache, muttersprache, langue, idioma, lengua, اللغة, dil',
  'addresses.0.street':
    'street, street address, address, address1, address line 1, address 1, strasse, strasse nr, strasse hausnummer, anschrift, adresse, rue, calle, direccion, domicilio, rua, endereco, morada, logradouro, الشارع, العنوان, adres, sokak',
  'addresses.0.city':
    'city, town, city_village, village, stadt, ort, wohnort, ville, commune, ciudad, localidad, municipio, cidade, المدينة, şehir, il, ilçe',
  'addresses.0.state':
    'state, state_province, province, region, county, bundesland, kanton, departement, estado, provincia, المحافظة, المنطقة, eyalet',
  'addresses.0.postal_code':
    'postal code, postal_code, postcode, zip, zip code, plz, postleitzahl, code postal, cp, codigo postal, cep postal, codigo de endereco postal, الرمز البريدي, posta kodu',
  'addresses.0.country': 'country, country_code, land, staat, pays, pais, البلد, الدولة, ülke',
  'next_of_kin.name':
    'next of kin, next_of_kin, emergency contact, emergency contact name, contact_relationship, guardiansname, notfallkontakt, angehörige, kontaktperson, personne a prevenir, contact d urgence, contacto de emergencia, familiar, contato de emergencia, جهة اتصال الطوارئ, acil durum kişisi, yakını',
  'next_of_kin.relation':
    'relation, relationship, next of kin relation, guardianrelationship, verwandtschaft, beziehung, lien, lien de parente, parentesco, صلة القرابة, yakınlık',
  'next_of_kin.phone':
    'next_of_kin_phone, next of kin phone, phone_contact, emergency phone, emergency contact phone, guardianphone, notfallnummer, notfalltelefon, telephone d urgence, telefono de emergencia, telefone de emergencia, هاتف الطوارئ, acil telefon',
  'payer.name':
    'payer, insurance, insurance company, insurer, insurance provider, krankenkasse, versicherung, kostenträger, assurance, mutuelle, seguro, aseguradora, obra social, convenio, plano de saude, شركة التامين, sigorta',
  'payer.member_number':
    'member number, member_number, member id, policy number, insurance number, versichertennummer, versicherungsnummer, kvnr, numero d assure, numero d adherent, numero de afiliado, numero de poliza, numero da carteira, رقم التامين, رقم البوليصة, sigorta no',
  deceased_at:
    'deceased_date, death_date, date of death, deceased, died, verstorben, verstorben am, todesdatum, sterbedatum, date de deces, fecha de defuncion, fecha de fallecimiento, data de obito, data do obito, تاريخ الوفاة, ölüm tarihi',
  'allergies.0.substance': 'allergy, allergies, allergie, allergien, alergia, alergias, الحساسية, alerji',
  'medical_conditions.0.condition':
    'diagnosis, diagnoses, condition, diagnose, diagnosen, diagnostic, diagnostico, التشخيص, tanı',
  'current_medications.0.medication':
    'medication, medications, medikament, medikation, medicament, traitement, medicamento, medicacion, الدواء, ilaç',
  'contact.email': 'hipaa_allowemail, allow email, email consent',
  'contact.sms': 'hipaa_allowsms, allow sms, sms consent',

  // Doctors.
  'user.email':
    'e mail, email, email address, mail, e mail adresse, mailadresse, adresse email, courriel, correo, correo electronico, البريد الالكتروني, e posta, eposta',
  'user.username': 'username, login, user name, benutzername, identifiant, usuario, اسم المستخدم, kullanıcı adı',
  'user.phone_number':
    'mobile, mobile phone, phonecell, cell, handy, mobil, portable, movil, celular, phone, phonew1, phone number, telephone, tel, telefon, telefono, telefone, الهاتف, رقم الهاتف',
  license_number:
    'license, licence, license number, licence number, npi, registration number, state_license_number, approbation, approbationsnummer, lanr, arztnummer, rpps, numero rpps, numero d ordre, cedula profesional, numero de colegiado, matricula, crm, رقم الترخيص, diploma no, sicil no',
  consultation_fee:
    'fee, consultation fee, honorar, gebühr, tarif, honoraires, honorarios, tarifa, honorario, رسوم الكشف, muayene ücreti',
  experience:
    'years of experience, experience, berufsjahre, berufserfahrung, annees d experience, anos de experiencia, سنوات الخبرة, deneyim',
  bio: 'about, biography, biografie, biographie, biografia, نبذة, özgeçmiş',

  // Departments and the catalog.
  code: 'short name, abbreviation, kürzel, kurzname, ziffer, gebührenziffer, sigle, codigo, sku, cpt, الرمز, الكود, kod, nr, no, number, nummer',
  name: 'title, designation, label, bezeichnung, titel, leistung, service, item, libelle, intitule, nom, nombre, nome, servicio, denominacion, departamento, department, abteilung, departement, الاسم, القسم, الخدمة, ad, adı, bölüm',
  description: 'details, beschreibung, text, descripcion, descricao, الوصف, açıklama, code_text',
  default_price:
    'price, unit price, cost, amount, fee, rate, preis, einzelpreis, betrag, prix, prix unitaire, montant, precio, importe, precio unitario, preco, valor, السعر, fiyat, ücret, tutar',
  tax_percent:
    'tax, vat, tax rate, vat rate, mwst, mwst satz, ust, steuersatz, tva, taux tva, iva, impuesto, imposto, الضريبة, kdv',
  discount_percent: 'discount, discount percent, rabatt, remise, descuento, desconto, الخصم, indirim',
  category: 'group, kategorie, gruppe, warengruppe, categorie, categoria, grupo, الفئة, kategori, superbill',
  tags: 'labels, schlagwörter, etiquettes, etiquetas, etiket',

  // Appointments.
  schedule:
    'date time, datetime, start, starts at, start time, date, appointment date, startdatetime, start_datetime, pc_eventdate, termin, beginn, datum, datum uhrzeit, terminbeginn, date heure, date et heure, rendez vous, debut, fecha, fecha y hora, fecha hora, cita, inicio, data, data hora, الموعد, تاريخ الموعد, التاريخ, randevu, randevu tarihi, tarih',
  expected_duration_minutes:
    'duration, minutes, length, duration minutes, dauer, dauer minuten, minuten, duree, duree minutes, duracion, minutos, duracao, المدة, süre',
  type: 'appointment type, visit type, terminart, besuchsart, art, type de rendez vous, tipo, tipo de cita, نوع الموعد, randevu tipi',
  status: 'state, appointment status, pc_apptstatus, zustand, statut, estado, situacao, الحالة, durum',
  reason:
    'reason for visit, complaint, chief complaint, pc_title, title, grund, anlass, besuchsgrund, motif, motivo, queixa, سبب الزيارة, şikayet, neden',
  notes:
    'comment, comments, note, remarks, pc_hometext, notiz, notizen, bemerkung, bemerkungen, kommentar, remarque, remarques, commentaire, notas, observaciones, observacoes, ملاحظات, not, notlar, açıklama',
};
