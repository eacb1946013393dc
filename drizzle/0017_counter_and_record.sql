CREATE TABLE `closures` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`closures` text NOT NULL,
	`closed` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `closures_id_unique` ON `closures` (`id`);--> statement-breakpoint
CREATE TABLE `credit_note` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`reg_number` text GENERATED ALWAYS AS (printf('CRN-%08d', seq)) VIRTUAL NOT NULL,
	`invoice_id` text NOT NULL,
	`items` text NOT NULL,
	`discount_percent` real NOT NULL,
	`amount` integer NOT NULL,
	`taxes` text,
	`tax_amount` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoice`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_note_id_unique` ON `credit_note` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `credit_note_reg_number` ON `credit_note` (`reg_number`);--> statement-breakpoint
CREATE INDEX `credit_note_invoice` ON `credit_note` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `patient_merge` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`patient_id` text NOT NULL,
	`merged_id` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`undone_at` integer,
	`undone_by` text,
	FOREIGN KEY (`patient_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merged_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `patient_merge_id_unique` ON `patient_merge` (`id`);--> statement-breakpoint
CREATE INDEX `patient_merge_patient` ON `patient_merge` (`patient_id`);--> statement-breakpoint
CREATE INDEX `patient_merge_merged` ON `patient_merge` (`merged_id`);--> statement-breakpoint
CREATE TABLE `patient_merge_moved` (
	`merge_id` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`merge_id`, `entity`, `entity_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `appointment` ADD `queue_number` integer;--> statement-breakpoint
ALTER TABLE `appointment` ADD `queue_day` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_queue` ON `appointment` (`department_id`,`queue_day`,`queue_number`) WHERE queue_day IS NOT NULL;--> statement-breakpoint
ALTER TABLE `catalog_item` ADD `tax_percent` real;--> statement-breakpoint
ALTER TABLE `file` ADD `stored_under` text;--> statement-breakpoint
ALTER TABLE `invoice` ADD `credited_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice` ADD `tax_included` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice` ADD `taxes` text;--> statement-breakpoint
ALTER TABLE `invoice` ADD `tax_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice` ADD `payer` text;--> statement-breakpoint
ALTER TABLE `invoice` ADD `issued_to` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `email` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `national_id` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `national_id_key` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `preferred_language` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `next_of_kin` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `allergies` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `deceased_at` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `mother_id` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `payer` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `merged_into` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `merged` text;--> statement-breakpoint
CREATE UNIQUE INDEX `patient_national_id` ON `patient` (`national_id_key`) WHERE national_id_key IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
ALTER TABLE `payment` ADD `payer` text;--> statement-breakpoint
ALTER TABLE `payment` ADD `receipt_number` text GENERATED ALWAYS AS (printf('RCP-%08d', seq)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `payment` ADD `method_total` integer;--> statement-breakpoint
-- The numbers of receipts are in the order in which payments were recorded: 0016 has those from before in the order of their
-- invoices. To number more than 200,000 anew would take too long for one statement: there a payment counts as recorded with the
-- latest one before it. The trigger of payments makes way for that, and for their running totals.
DROP TRIGGER IF EXISTS payment_keep_update;
--> statement-breakpoint
UPDATE payment SET seq = -ordered.n
FROM (SELECT seq, row_number() OVER (ORDER BY created_at, seq) AS n FROM payment) AS ordered
WHERE payment.seq = ordered.seq AND ordered.n <> ordered.seq AND (SELECT count(*) FROM payment) <= 200000;
--> statement-breakpoint
UPDATE payment SET seq = -seq WHERE seq < 0;
--> statement-breakpoint
UPDATE payment SET method_total = running.total, created_at = running.latest
FROM (
  SELECT seq, sum(amount) OVER (PARTITION BY method ORDER BY seq) AS total, max(created_at) OVER (ORDER BY seq) AS latest
  FROM payment
) AS running
WHERE payment.seq = running.seq;
--> statement-breakpoint
CREATE TRIGGER payment_keep_update BEFORE UPDATE ON payment BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
--> statement-breakpoint
CREATE INDEX `payment_created` ON `payment` (`created_at`);--> statement-breakpoint
CREATE INDEX `payment_method` ON `payment` (`method`);
--> statement-breakpoint
CREATE TRIGGER credit_note_keep_insert BEFORE INSERT ON credit_note WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM credit_note WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM credit_note WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'credit_note is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER credit_note_keep_update BEFORE UPDATE ON credit_note BEGIN SELECT RAISE(ABORT, 'credit_note is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER credit_note_keep_delete BEFORE DELETE ON credit_note BEGIN SELECT RAISE(ABORT, 'credit_note is append-only'); END;
