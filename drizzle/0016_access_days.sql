CREATE TABLE `access_day` (
	`patient_seq` integer NOT NULL,
	`day` integer NOT NULL,
	`actor_seq` integer NOT NULL,
	`looks` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`kinds` integer NOT NULL,
	PRIMARY KEY(`patient_seq`, `day`, `actor_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `access_day_day` ON `access_day` (`day`,`actor_seq`,`patient_seq`);--> statement-breakpoint
CREATE TABLE `access_object` (
	`seq` integer PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`looks` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`hash` text NOT NULL,
	`removed_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `access_object_day` ON `access_object` (`day`,`removed_at`,`last_at`);--> statement-breakpoint
CREATE TABLE `access_uncounted` (
	`seq` integer PRIMARY KEY NOT NULL,
	`counts` text NOT NULL,
	`waiting` integer NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `access_patient`;--> statement-breakpoint
DROP INDEX `access_actor`;
--> statement-breakpoint
DROP TRIGGER IF EXISTS access_keep_delete;
--> statement-breakpoint
CREATE TRIGGER access_object_keep_insert BEFORE INSERT ON access_object WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM access_object WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'access_object is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_object_keep_update BEFORE UPDATE ON access_object WHEN NEW.seq IS NOT OLD.seq OR NEW.day IS NOT OLD.day OR NEW.looks IS NOT OLD.looks OR NEW.first_at IS NOT OLD.first_at OR NEW.last_at IS NOT OLD.last_at OR NEW.hash IS NOT OLD.hash OR (NEW.removed_at IS NOT OLD.removed_at AND OLD.removed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'access_object is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_object_keep_delete BEFORE DELETE ON access_object BEGIN SELECT RAISE(ABORT, 'access_object is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_uncounted_keep_insert BEFORE INSERT ON access_uncounted WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM access_uncounted WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'access_uncounted is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_uncounted_keep_update BEFORE UPDATE ON access_uncounted BEGIN SELECT RAISE(ABORT, 'access_uncounted is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_day_keep_update BEFORE UPDATE ON access_day WHEN NEW.looks <= OLD.looks OR NEW.first_at > OLD.first_at OR NEW.last_at < OLD.last_at OR NEW.kinds & OLD.kinds <> OLD.kinds OR NEW.patient_seq <> OLD.patient_seq OR NEW.day <> OLD.day OR NEW.actor_seq <> OLD.actor_seq BEGIN SELECT RAISE(ABORT, 'access_day is counted up only'); END;
--> statement-breakpoint
CREATE TRIGGER access_day_keep_delete BEFORE DELETE ON access_day WHEN EXISTS (SELECT 1 FROM access_object WHERE day = OLD.day AND removed_at IS NULL) BEGIN SELECT RAISE(ABORT, 'access_day is counted up only'); END;
