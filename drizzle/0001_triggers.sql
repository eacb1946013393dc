-- Each trigger stands on one line with uppercase BEGIN and END: remote migrations are split naively.
-- search_term follows the rows' `terms` (and registration numbers), whole tags stand under '<table>:tag'.
CREATE TRIGGER department_terms_insert AFTER INSERT ON department BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'department', value, NEW.seq FROM json_each(NEW.terms); END;
--> statement-breakpoint
CREATE TRIGGER department_terms_update AFTER UPDATE OF terms ON department WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'department' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) EXCEPT SELECT value FROM json_each(NEW.terms)); INSERT INTO search_term (kind, term, seq) SELECT 'department', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER department_terms_delete AFTER UPDATE OF deleted_at ON department WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'department' AND seq = OLD.seq AND term IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER patient_terms_insert AFTER INSERT ON patient BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'patient', value, NEW.seq FROM json_each(NEW.terms) UNION SELECT 'patient', printf('pat%08d', NEW.seq), NEW.seq UNION SELECT 'patient', printf('%08d', NEW.seq), NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER patient_terms_update AFTER UPDATE OF terms ON patient WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'patient' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) EXCEPT SELECT value FROM json_each(NEW.terms) EXCEPT SELECT printf('pat%08d', NEW.seq) EXCEPT SELECT printf('%08d', NEW.seq)); INSERT INTO search_term (kind, term, seq) SELECT 'patient', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('pat%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq)); END;
--> statement-breakpoint
CREATE TRIGGER patient_terms_delete AFTER UPDATE OF deleted_at ON patient WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'patient' AND seq = OLD.seq AND term IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('pat%08d', OLD.seq) UNION SELECT printf('%08d', OLD.seq)); END;
--> statement-breakpoint
CREATE TRIGGER doctor_terms_insert AFTER INSERT ON doctor BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'doctor', value, NEW.seq FROM json_each(NEW.terms) UNION SELECT 'doctor', printf('doc%08d', NEW.seq), NEW.seq UNION SELECT 'doctor', printf('%08d', NEW.seq), NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER doctor_terms_update AFTER UPDATE OF terms ON doctor WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'doctor' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) EXCEPT SELECT value FROM json_each(NEW.terms) EXCEPT SELECT printf('doc%08d', NEW.seq) EXCEPT SELECT printf('%08d', NEW.seq)); INSERT INTO search_term (kind, term, seq) SELECT 'doctor', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('doc%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq)); END;
--> statement-breakpoint
CREATE TRIGGER doctor_terms_delete AFTER UPDATE OF deleted_at ON doctor WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'doctor' AND seq = OLD.seq AND term IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('doc%08d', OLD.seq) UNION SELECT printf('%08d', OLD.seq)); END;
--> statement-breakpoint
CREATE TRIGGER invoice_terms_insert AFTER INSERT ON invoice BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'invoice', value, NEW.seq FROM json_each(NEW.terms) UNION SELECT 'invoice', printf('inv%08d', NEW.seq), NEW.seq UNION SELECT 'invoice', printf('%08d', NEW.seq), NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER invoice_terms_update AFTER UPDATE OF terms ON invoice WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'invoice' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) EXCEPT SELECT value FROM json_each(NEW.terms) EXCEPT SELECT printf('inv%08d', NEW.seq) EXCEPT SELECT printf('%08d', NEW.seq)); INSERT INTO search_term (kind, term, seq) SELECT 'invoice', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('inv%08d', NEW.seq) UNION SELECT printf('%08d', NEW.seq)); END;
--> statement-breakpoint
CREATE TRIGGER invoice_terms_delete AFTER UPDATE OF deleted_at ON invoice WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'invoice' AND seq = OLD.seq AND term IN (SELECT value FROM json_each(OLD.terms) UNION SELECT printf('inv%08d', OLD.seq) UNION SELECT printf('%08d', OLD.seq)); END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_terms_insert AFTER INSERT ON catalog_item BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'catalog_item', value, NEW.seq FROM json_each(NEW.terms); END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_terms_update AFTER UPDATE OF terms ON catalog_item WHEN NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'catalog_item' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.terms) EXCEPT SELECT value FROM json_each(NEW.terms)); INSERT INTO search_term (kind, term, seq) SELECT 'catalog_item', value, NEW.seq FROM json_each(NEW.terms) WHERE value NOT IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_terms_delete AFTER UPDATE OF deleted_at ON catalog_item WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'catalog_item' AND seq = OLD.seq AND term IN (SELECT value FROM json_each(OLD.terms)); END;
--> statement-breakpoint
CREATE TRIGGER invoice_count_insert AFTER INSERT ON invoice BEGIN INSERT INTO counter (kind, term, n) VALUES ('invoice', NEW.status, 1) ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER invoice_count_update AFTER UPDATE OF status ON invoice WHEN NEW.status <> OLD.status BEGIN UPDATE counter SET n = n - 1 WHERE kind = 'invoice' AND term = OLD.status; INSERT INTO counter (kind, term, n) VALUES ('invoice', NEW.status, 1) ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER invoice_count_delete AFTER UPDATE OF deleted_at ON invoice WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN UPDATE counter SET n = n - 1 WHERE kind = 'invoice' AND term = OLD.status; END;
--> statement-breakpoint
CREATE TRIGGER invoice_tags_insert AFTER INSERT ON invoice WHEN NEW.tags <> '[]' BEGIN INSERT INTO search_term (kind, term, seq) SELECT DISTINCT 'invoice:tag', value, NEW.seq FROM json_each(NEW.tags); INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, 1 FROM json_each(NEW.tags) WHERE 1 ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER invoice_tags_update AFTER UPDATE OF tags ON invoice WHEN NEW.tags <> OLD.tags BEGIN DELETE FROM search_term WHERE kind = 'invoice:tag' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.tags)); UPDATE counter SET n = n - 1 WHERE kind = 'invoice:tag' AND term IN (SELECT value FROM json_each(OLD.tags)); INSERT INTO search_term (kind, term, seq) SELECT DISTINCT 'invoice:tag', value, NEW.seq FROM json_each(NEW.tags); INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, 1 FROM json_each(NEW.tags) WHERE 1 ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER invoice_tags_delete AFTER UPDATE OF deleted_at ON invoice WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'invoice:tag' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.tags)); UPDATE counter SET n = n - 1 WHERE kind = 'invoice:tag' AND term IN (SELECT value FROM json_each(OLD.tags)); END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_count_insert AFTER INSERT ON catalog_item BEGIN INSERT INTO counter (kind, term, n) VALUES ('catalog_item', '', 1) ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_count_delete AFTER UPDATE OF deleted_at ON catalog_item WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN UPDATE counter SET n = n - 1 WHERE kind = 'catalog_item' AND term = ''; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_tags_insert AFTER INSERT ON catalog_item WHEN NEW.tags <> '[]' BEGIN INSERT INTO search_term (kind, term, seq) SELECT DISTINCT 'catalog_item:tag', value, NEW.seq FROM json_each(NEW.tags); INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, 1 FROM json_each(NEW.tags) WHERE 1 ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_tags_update AFTER UPDATE OF tags ON catalog_item WHEN NEW.tags <> OLD.tags BEGIN DELETE FROM search_term WHERE kind = 'catalog_item:tag' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.tags)); UPDATE counter SET n = n - 1 WHERE kind = 'catalog_item:tag' AND term IN (SELECT value FROM json_each(OLD.tags)); INSERT INTO search_term (kind, term, seq) SELECT DISTINCT 'catalog_item:tag', value, NEW.seq FROM json_each(NEW.tags); INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, 1 FROM json_each(NEW.tags) WHERE 1 ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_tags_delete AFTER UPDATE OF deleted_at ON catalog_item WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM search_term WHERE kind = 'catalog_item:tag' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.tags)); UPDATE counter SET n = n - 1 WHERE kind = 'catalog_item:tag' AND term IN (SELECT value FROM json_each(OLD.tags)); END;
--> statement-breakpoint
CREATE TRIGGER audit_keep_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_keep_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
