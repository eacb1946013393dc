CREATE TABLE `access` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text,
	`role` text,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text,
	`patient_id` text,
	`count` integer,
	`request_id` text,
	`address` text,
	`detail` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `access_id_unique` ON `access` (`id`);--> statement-breakpoint
CREATE INDEX `access_patient` ON `access` (`patient_id`,`id`) WHERE patient_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `access_actor` ON `access` (`actor`,`id`) WHERE actor IS NOT NULL;--> statement-breakpoint
CREATE TABLE `audit_archive` (
	`trail` text NOT NULL,
	`to_seq` integer NOT NULL,
	`from_seq` integer NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`trail`, `to_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_seal` (
	`trail` text NOT NULL,
	`from_seq` integer NOT NULL,
	`to_seq` integer NOT NULL,
	`count` integer NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`trail`, `from_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `audit` ADD `detail` text;
--> statement-breakpoint
DROP TRIGGER IF EXISTS audit_keep_delete;
--> statement-breakpoint
CREATE TRIGGER audit_keep_delete BEFORE DELETE ON audit WHEN OLD.seq > coalesce((SELECT max(to_seq) FROM audit_archive WHERE trail = 'audit'), 0) BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_keep_insert BEFORE INSERT ON access WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM access WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM access WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'access is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_keep_update BEFORE UPDATE ON access BEGIN SELECT RAISE(ABORT, 'access is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_keep_delete BEFORE DELETE ON access WHEN OLD.seq > coalesce((SELECT max(to_seq) FROM audit_archive WHERE trail = 'access'), 0) BEGIN SELECT RAISE(ABORT, 'access is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_seal_keep_insert BEFORE INSERT ON audit_seal WHEN EXISTS (SELECT 1 FROM audit_seal WHERE trail = NEW.trail AND from_seq = NEW.from_seq) BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_seal_keep_update BEFORE UPDATE ON audit_seal BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_seal_keep_delete BEFORE DELETE ON audit_seal BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_archive_keep_insert BEFORE INSERT ON audit_archive WHEN EXISTS (SELECT 1 FROM audit_archive WHERE trail = NEW.trail AND to_seq = NEW.to_seq) BEGIN SELECT RAISE(ABORT, 'audit_archive is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_archive_keep_update BEFORE UPDATE ON audit_archive BEGIN SELECT RAISE(ABORT, 'audit_archive is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_archive_keep_delete BEFORE DELETE ON audit_archive BEGIN SELECT RAISE(ABORT, 'audit_archive is append-only'); END;
