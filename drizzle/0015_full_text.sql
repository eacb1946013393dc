CREATE TABLE `search_fill` (
	`kind` text PRIMARY KEY NOT NULL,
	`next_seq` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP TABLE `search_term`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_tags_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_tags_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_tags_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS department_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS department_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS department_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_hours_department_ids_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_hours_department_ids_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_tags_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_tags_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_tags_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_deleted_terms;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_deleted_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_terms_update;
--> statement-breakpoint
CREATE VIEW catalog_item_words AS SELECT catalog_item.seq, concat_ws(' ', catalog_item.terms, iif(catalog_item.tags = '[]', NULL, ':' || replace(hex(replace(replace(substr(catalog_item.tags, 3, length(catalog_item.tags) - 4), '\\', '\u005c'), '\"', '\u0022')), hex('","'), ' :'))) AS words FROM catalog_item WHERE catalog_item.deleted_at IS NULL AND +catalog_item.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'catalog_item'), 0) ORDER BY catalog_item.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE catalog_item_search USING fts5(words, content='catalog_item_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6 7 8 9 10 11 12');
--> statement-breakpoint
CREATE TRIGGER catalog_item_search_insert AFTER INSERT ON catalog_item BEGIN INSERT INTO catalog_item_search (rowid, words) SELECT seq, words FROM catalog_item_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_search_before BEFORE UPDATE OF terms, tags, deleted_at ON catalog_item WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO catalog_item_search (catalog_item_search, rowid, words) SELECT 'delete', seq, words FROM catalog_item_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_search_after AFTER UPDATE OF terms, tags, deleted_at ON catalog_item WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO catalog_item_search (rowid, words) SELECT seq, words FROM catalog_item_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_tags_insert AFTER INSERT ON catalog_item WHEN NEW.tags <> '[]' BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_tags_update AFTER UPDATE OF tags ON catalog_item WHEN NEW.tags <> OLD.tags BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_tags_delete AFTER UPDATE OF deleted_at ON catalog_item WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE VIEW department_words AS SELECT department.seq, concat_ws(' ', department.terms) AS words FROM department WHERE department.deleted_at IS NULL AND +department.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'department'), 0) ORDER BY department.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE department_search USING fts5(words, content='department_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
--> statement-breakpoint
CREATE TRIGGER department_search_insert AFTER INSERT ON department BEGIN INSERT INTO department_search (rowid, words) SELECT seq, words FROM department_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER department_search_before BEFORE UPDATE OF terms, deleted_at ON department WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO department_search (department_search, rowid, words) SELECT 'delete', seq, words FROM department_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER department_search_after AFTER UPDATE OF terms, deleted_at ON department WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO department_search (rowid, words) SELECT seq, words FROM department_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE VIEW doctor_words AS SELECT doctor.seq, concat_ws(' ', doctor.terms, '=' || doctor.reg_number) AS words FROM doctor WHERE doctor.deleted_at IS NULL AND +doctor.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'doctor'), 0) ORDER BY doctor.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE doctor_search USING fts5(words, content='doctor_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
--> statement-breakpoint
CREATE TRIGGER doctor_search_insert AFTER INSERT ON doctor BEGIN INSERT INTO doctor_search (rowid, words) SELECT seq, words FROM doctor_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER doctor_search_before BEFORE UPDATE OF terms, deleted_at ON doctor WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_search (doctor_search, rowid, words) SELECT 'delete', seq, words FROM doctor_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER doctor_search_after AFTER UPDATE OF terms, deleted_at ON doctor WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_search (rowid, words) SELECT seq, words FROM doctor_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE VIEW doctor_hours_words AS SELECT doctor_hours.seq, concat_ws(' ', doctor_hours.department_ids) AS words FROM doctor_hours WHERE doctor_hours.deleted_at IS NULL AND +doctor_hours.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'doctor_hours'), 0) ORDER BY doctor_hours.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE doctor_hours_search USING fts5(words, content='doctor_hours_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
--> statement-breakpoint
CREATE TRIGGER doctor_hours_search_insert AFTER INSERT ON doctor_hours BEGIN INSERT INTO doctor_hours_search (rowid, words) SELECT seq, words FROM doctor_hours_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER doctor_hours_search_before BEFORE UPDATE OF department_ids, deleted_at ON doctor_hours WHEN NEW.department_ids IS NOT OLD.department_ids OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_hours_search (doctor_hours_search, rowid, words) SELECT 'delete', seq, words FROM doctor_hours_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER doctor_hours_search_after AFTER UPDATE OF department_ids, deleted_at ON doctor_hours WHEN NEW.department_ids IS NOT OLD.department_ids OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_hours_search (rowid, words) SELECT seq, words FROM doctor_hours_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE VIEW invoice_words AS SELECT invoice.seq, invoice.patient_id, concat_ws(' ', invoice.terms, '=' || invoice.reg_number, patient.name_terms, '=' || patient.reg_number, iif(invoice.tags = '[]', NULL, ':' || replace(hex(replace(replace(substr(invoice.tags, 3, length(invoice.tags) - 4), '\\', '\u005c'), '\"', '\u0022')), hex('","'), ' :'))) AS words FROM invoice JOIN patient ON patient.id = invoice.patient_id WHERE invoice.deleted_at IS NULL AND +invoice.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'invoice'), 0) ORDER BY invoice.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE invoice_search USING fts5(words, content='invoice_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6 7 8 9 10 11 12');
--> statement-breakpoint
CREATE TRIGGER invoice_search_insert AFTER INSERT ON invoice BEGIN INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER invoice_search_before BEFORE UPDATE OF terms, tags, patient_id, deleted_at ON invoice WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.patient_id IS NOT OLD.patient_id OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO invoice_search (invoice_search, rowid, words) SELECT 'delete', seq, words FROM invoice_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER invoice_search_after AFTER UPDATE OF terms, tags, patient_id, deleted_at ON invoice WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.patient_id IS NOT OLD.patient_id OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER invoice_search_patient_before BEFORE UPDATE OF name_terms ON patient WHEN NEW.name_terms IS NOT OLD.name_terms BEGIN INSERT INTO invoice_search (invoice_search, rowid, words) SELECT 'delete', seq, words FROM invoice_words WHERE patient_id = OLD.id; END;
--> statement-breakpoint
CREATE TRIGGER invoice_search_patient_after AFTER UPDATE OF name_terms ON patient WHEN NEW.name_terms IS NOT OLD.name_terms BEGIN INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE patient_id = OLD.id; END;
--> statement-breakpoint
CREATE TRIGGER invoice_tags_insert AFTER INSERT ON invoice WHEN NEW.tags <> '[]' BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER invoice_tags_update AFTER UPDATE OF tags ON invoice WHEN NEW.tags <> OLD.tags BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER invoice_tags_delete AFTER UPDATE OF deleted_at ON invoice WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE VIEW patient_words AS SELECT patient.seq, concat_ws(' ', patient.terms, patient.name_terms, '=' || patient.reg_number) AS words FROM patient WHERE patient.deleted_at IS NULL AND +patient.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'patient'), 0) ORDER BY patient.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE patient_search USING fts5(words, content='patient_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
--> statement-breakpoint
CREATE TRIGGER patient_search_insert AFTER INSERT ON patient BEGIN INSERT INTO patient_search (rowid, words) SELECT seq, words FROM patient_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER patient_search_before BEFORE UPDATE OF terms, name_terms, deleted_at ON patient WHEN NEW.terms IS NOT OLD.terms OR NEW.name_terms IS NOT OLD.name_terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO patient_search (patient_search, rowid, words) SELECT 'delete', seq, words FROM patient_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER patient_search_after AFTER UPDATE OF terms, name_terms, deleted_at ON patient WHEN NEW.terms IS NOT OLD.terms OR NEW.name_terms IS NOT OLD.name_terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO patient_search (rowid, words) SELECT seq, words FROM patient_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
INSERT INTO catalog_item_search (catalog_item_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'catalog_item';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'catalog_item', max(seq) FROM catalog_item HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO catalog_item_search (rowid, words) SELECT seq, words FROM catalog_item_words WHERE true;
--> statement-breakpoint
INSERT INTO department_search (department_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'department';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'department', max(seq) FROM department HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO department_search (rowid, words) SELECT seq, words FROM department_words WHERE true;
--> statement-breakpoint
INSERT INTO doctor_search (doctor_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'doctor';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'doctor', max(seq) FROM doctor HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO doctor_search (rowid, words) SELECT seq, words FROM doctor_words WHERE true;
--> statement-breakpoint
INSERT INTO doctor_hours_search (doctor_hours_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'doctor_hours';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'doctor_hours', max(seq) FROM doctor_hours HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO doctor_hours_search (rowid, words) SELECT seq, words FROM doctor_hours_words WHERE true;
--> statement-breakpoint
INSERT INTO invoice_search (invoice_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'invoice';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'invoice', max(seq) FROM invoice HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE true;
--> statement-breakpoint
INSERT INTO patient_search (patient_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'patient';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'patient', max(seq) FROM patient HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO patient_search (rowid, words) SELECT seq, words FROM patient_words WHERE true;
--> statement-breakpoint
DELETE FROM counter WHERE kind = 'catalog_item:tag';
--> statement-breakpoint
DELETE FROM counter WHERE kind = 'invoice:tag';
--> statement-breakpoint
INSERT INTO counter (kind, term, n) SELECT 'catalog_item:tag', value, count(DISTINCT seq) FROM catalog_item, json_each(catalog_item.tags) WHERE deleted_at IS NULL GROUP BY value;
--> statement-breakpoint
INSERT INTO counter (kind, term, n) SELECT 'invoice:tag', value, count(DISTINCT seq) FROM invoice, json_each(invoice.tags) WHERE deleted_at IS NULL GROUP BY value;
