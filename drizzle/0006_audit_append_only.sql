CREATE TRIGGER audit_keep_insert BEFORE INSERT ON audit WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
