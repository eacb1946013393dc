DROP TRIGGER IF EXISTS note_keep_insert;
--> statement-breakpoint
CREATE TRIGGER note_keep_insert BEFORE INSERT ON note WHEN EXISTS (SELECT 1 FROM note WHERE (seq = NEW.seq OR id = NEW.id OR (appointment_id = NEW.appointment_id AND doctor_id = NEW.doctor_id)) AND signed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'a signed note is final'); END;
--> statement-breakpoint
CREATE TRIGGER note_keep_replace BEFORE UPDATE OF seq, id, appointment_id, doctor_id ON note WHEN EXISTS (SELECT 1 FROM note WHERE (seq = NEW.seq OR id = NEW.id OR (appointment_id = NEW.appointment_id AND doctor_id = NEW.doctor_id)) AND seq <> OLD.seq AND signed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'a signed note is final'); END;
