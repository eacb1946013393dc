CREATE TABLE `search_rebuild` (
	`kind` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`next_seq` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS department_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS department_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_deleted_terms;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_terms_update;
--> statement-breakpoint
CREATE TRIGGER catalog_item_terms_update AFTER UPDATE OF terms ON catalog_item WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'catalog_item' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) EXCEPT SELECT value FROM json_each(NEW.terms)); INSERT OR IGNORE INTO search_term (kind, term, seq) SELECT 'catalog_item', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_terms_delete AFTER UPDATE OF deleted_at ON catalog_item WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'catalog_item' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER department_terms_update AFTER UPDATE OF terms ON department WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'department' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) EXCEPT SELECT value FROM json_each(NEW.terms)); INSERT OR IGNORE INTO search_term (kind, term, seq) SELECT 'department', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER department_terms_delete AFTER UPDATE OF deleted_at ON department WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'department' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER doctor_terms_insert AFTER INSERT ON doctor BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'doctor', value, NEW.seq FROM json_each(NEW.terms); END;
--> statement-breakpoint
CREATE TRIGGER doctor_terms_update AFTER UPDATE OF terms ON doctor WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'doctor' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('doc%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq) EXCEPT SELECT value FROM json_each(NEW.terms)); INSERT OR IGNORE INTO search_term (kind, term, seq) SELECT 'doctor', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER doctor_terms_delete AFTER UPDATE OF deleted_at ON doctor WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'doctor' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('doc%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq)); END;
--> statement-breakpoint
CREATE TRIGGER invoice_terms_insert AFTER INSERT ON invoice BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'invoice', value, NEW.seq FROM json_each(NEW.terms); END;
--> statement-breakpoint
CREATE TRIGGER invoice_terms_update AFTER UPDATE OF terms ON invoice WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'invoice' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('inv%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq) EXCEPT SELECT value FROM json_each(NEW.terms)); INSERT OR IGNORE INTO search_term (kind, term, seq) SELECT 'invoice', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER invoice_terms_delete AFTER UPDATE OF deleted_at ON invoice WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'invoice' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('inv%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq)); END;
--> statement-breakpoint
CREATE TRIGGER patient_terms_insert AFTER INSERT ON patient BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'patient', value, NEW.seq FROM json_each(NEW.terms); END;
--> statement-breakpoint
CREATE TRIGGER patient_terms_update AFTER UPDATE OF terms ON patient WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'patient' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('pat%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq) EXCEPT SELECT value FROM json_each(NEW.terms)); INSERT OR IGNORE INTO search_term (kind, term, seq) SELECT 'patient', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER patient_terms_delete AFTER UPDATE OF deleted_at ON patient WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'patient' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('pat%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq)); END;
--> statement-breakpoint
CREATE TRIGGER patient_deleted_terms AFTER UPDATE OF deleted_at ON patient WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'patient:deleted', value, NEW.seq FROM json_each(NEW.name_terms); END;
--> statement-breakpoint
CREATE TRIGGER patient_deleted_terms_update AFTER UPDATE OF name_terms ON patient WHEN NEW.name_terms IS NOT OLD.name_terms AND NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NOT NULL BEGIN DELETE FROM search_term WHERE kind = 'patient:deleted' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.name_terms) UNION SELECT printf('pat%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq) EXCEPT SELECT value FROM json_each(NEW.name_terms)); INSERT OR IGNORE INTO search_term (kind, term, seq) SELECT 'patient:deleted', value, NEW.seq FROM json_each(NEW.name_terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.name_terms)); END;
