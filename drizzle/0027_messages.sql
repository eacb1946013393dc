CREATE TABLE `message` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`appointment_id` text NOT NULL,
	`kind` text NOT NULL,
	`hours_before` integer NOT NULL,
	`channel` text NOT NULL,
	`starts_at` integer NOT NULL,
	`due_at` integer,
	`look_at` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`claimed_until` integer,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`ended_at` integer,
	`shown` text GENERATED ALWAYS AS (iif(ended_at IS NULL, 'waiting', state)) VIRTUAL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointment`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `message_id_unique` ON `message` (`id`);--> statement-breakpoint
CREATE INDEX `message_appointment` ON `message` (`appointment_id`,`seq`);--> statement-breakpoint
CREATE INDEX `message_look` ON `message` (`look_at`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `message_shown` ON `message` (`shown`,`seq`);--> statement-breakpoint
CREATE INDEX `message_ended` ON `message` (`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `message_rules` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`booked` integer NOT NULL,
	`reminders` text NOT NULL,
	`quiet` text,
	`channel` text NOT NULL,
	`shows` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `message_rules_id_unique` ON `message_rules` (`id`);--> statement-breakpoint
ALTER TABLE `patient` ADD `contact` text;
--> statement-breakpoint
CREATE TRIGGER appointment_plans_messages AFTER INSERT ON appointment WHEN (NEW.deleted_at IS NULL AND NOT instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW CHECKEDIN INPROGRESS ', ' ' || upper(replace(replace(replace(NEW.status, '_', ''), '-', ''), ' ', '')) || ' ') > 0) AND NEW.starts_at > NEW.updated_at AND EXISTS (SELECT 1 FROM message_rules WHERE message_rules.id = 'e55a6e00-0000-4000-8000-000000000000') BEGIN INSERT INTO message (id, appointment_id, kind, hours_before, channel, starts_at, look_at, state, attempts, created_at, changed_at) SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), NEW.id, 'booked', 0, channel, NEW.starts_at, NEW.updated_at, 'waiting', 0, NEW.updated_at, NEW.updated_at FROM message_rules WHERE message_rules.id = 'e55a6e00-0000-4000-8000-000000000000' AND booked AND NEW.starts_at > NEW.updated_at AND NOT EXISTS (SELECT 1 FROM message other WHERE other.appointment_id = NEW.id AND other.kind = 'booked' AND other.state <> 'dropped') AND (NEW.series_id IS NULL OR NOT EXISTS (SELECT 1 FROM appointment visit JOIN message other ON other.appointment_id = visit.id AND other.kind = 'booked' WHERE visit.series_id = NEW.series_id AND visit.id <> NEW.id)); INSERT INTO message (id, appointment_id, kind, hours_before, channel, starts_at, look_at, state, attempts, created_at, changed_at) SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), NEW.id, 'reminder', hours.value, channel, NEW.starts_at, NEW.starts_at - (hours.value + 3) * 3600000, 'waiting', 0, NEW.updated_at, NEW.updated_at FROM json_each((SELECT reminders FROM message_rules WHERE message_rules.id = 'e55a6e00-0000-4000-8000-000000000000')) hours JOIN message_rules WHERE NEW.starts_at - max(hours.value - 1, 1) * 3600000 > NEW.updated_at AND NOT EXISTS (SELECT 1 FROM message other WHERE other.appointment_id = NEW.id AND other.kind = 'reminder' AND other.hours_before = hours.value AND (other.ended_at IS NULL OR (other.state = 'sent' AND other.starts_at = NEW.starts_at))); END;
--> statement-breakpoint
CREATE TRIGGER appointment_moves_messages AFTER UPDATE OF starts_at, status, deleted_at ON appointment WHEN (NEW.deleted_at IS NULL AND NOT instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW CHECKEDIN INPROGRESS ', ' ' || upper(replace(replace(replace(NEW.status, '_', ''), '-', ''), ' ', '')) || ' ') > 0) AND (NEW.starts_at <> OLD.starts_at OR NOT (OLD.deleted_at IS NULL AND NOT instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW CHECKEDIN INPROGRESS ', ' ' || upper(replace(replace(replace(OLD.status, '_', ''), '-', ''), ' ', '')) || ' ') > 0)) AND EXISTS (SELECT 1 FROM message_rules WHERE message_rules.id = 'e55a6e00-0000-4000-8000-000000000000') BEGIN UPDATE message SET state = 'waiting', starts_at = NEW.starts_at, due_at = NULL, look_at = iif(kind = 'booked', NEW.updated_at, NEW.starts_at - (hours_before + 3) * 3600000), reason = NULL, attempts = 0, claimed_until = NULL, created_at = iif(kind = 'booked', NEW.updated_at, created_at), changed_at = NEW.updated_at WHERE appointment_id = NEW.id AND ended_at IS NULL; INSERT INTO message (id, appointment_id, kind, hours_before, channel, starts_at, look_at, state, attempts, created_at, changed_at) SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), NEW.id, 'booked', 0, channel, NEW.starts_at, NEW.updated_at, 'waiting', 0, NEW.updated_at, NEW.updated_at FROM message_rules WHERE message_rules.id = 'e55a6e00-0000-4000-8000-000000000000' AND booked AND NEW.starts_at > NEW.updated_at AND NOT (OLD.deleted_at IS NULL AND NOT instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW CHECKEDIN INPROGRESS ', ' ' || upper(replace(replace(replace(OLD.status, '_', ''), '-', ''), ' ', '')) || ' ') > 0) AND NOT EXISTS (SELECT 1 FROM message other WHERE other.appointment_id = NEW.id AND other.kind = 'booked' AND other.state <> 'dropped') AND (NEW.series_id IS NULL OR NOT EXISTS (SELECT 1 FROM appointment visit JOIN message other ON other.appointment_id = visit.id AND other.kind = 'booked' WHERE visit.series_id = NEW.series_id AND visit.id <> NEW.id)); INSERT INTO message (id, appointment_id, kind, hours_before, channel, starts_at, look_at, state, attempts, created_at, changed_at) SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), NEW.id, 'reminder', hours.value, channel, NEW.starts_at, NEW.starts_at - (hours.value + 3) * 3600000, 'waiting', 0, NEW.updated_at, NEW.updated_at FROM json_each((SELECT reminders FROM message_rules WHERE message_rules.id = 'e55a6e00-0000-4000-8000-000000000000')) hours JOIN message_rules WHERE NEW.starts_at - max(hours.value - 1, 1) * 3600000 > NEW.updated_at AND NEW.version <> OLD.version AND NOT EXISTS (SELECT 1 FROM message other WHERE other.appointment_id = NEW.id AND other.kind = 'reminder' AND other.hours_before = hours.value AND (other.ended_at IS NULL OR (other.state = 'sent' AND other.starts_at = NEW.starts_at))); END;
--> statement-breakpoint
CREATE TRIGGER appointment_ends_messages AFTER UPDATE OF status, deleted_at ON appointment WHEN (OLD.deleted_at IS NULL AND NOT instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW CHECKEDIN INPROGRESS ', ' ' || upper(replace(replace(replace(OLD.status, '_', ''), '-', ''), ' ', '')) || ' ') > 0) AND NOT (NEW.deleted_at IS NULL AND NOT instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW CHECKEDIN INPROGRESS ', ' ' || upper(replace(replace(replace(NEW.status, '_', ''), '-', ''), ' ', '')) || ' ') > 0) AND EXISTS (SELECT 1 FROM message_rules WHERE message_rules.id = 'e55a6e00-0000-4000-8000-000000000000') BEGIN UPDATE message SET state = 'dropped', reason = iif(instr(' CANCELLED CANCELED ', ' ' || upper(replace(replace(replace(NEW.status, '_', ''), '-', ''), ' ', '')) || ' ') > 0, 'cancelled', 'ended'), ended_at = NEW.updated_at, changed_at = NEW.updated_at WHERE appointment_id = NEW.id AND ended_at IS NULL; END;
