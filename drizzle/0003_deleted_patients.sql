CREATE TRIGGER patient_deleted_terms AFTER UPDATE OF deleted_at ON patient WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'patient:deleted', value, NEW.seq FROM json_each(NEW.name_terms) UNION SELECT 'patient:deleted', printf('pat%08d', NEW.seq), NEW.seq UNION SELECT 'patient:deleted', printf('%08d', NEW.seq), NEW.seq; END;
--> statement-breakpoint
DELETE FROM search_term WHERE kind = 'patient:deleted';
--> statement-breakpoint
INSERT INTO search_term (kind, term, seq) SELECT 'patient:deleted', json_each.value, patient.seq FROM patient, json_each(patient.name_terms) WHERE deleted_at IS NOT NULL UNION SELECT 'patient:deleted', printf('pat%08d', patient.seq), patient.seq FROM patient WHERE deleted_at IS NOT NULL UNION SELECT 'patient:deleted', printf('%08d', patient.seq), patient.seq FROM patient WHERE deleted_at IS NOT NULL;
