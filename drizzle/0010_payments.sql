CREATE TABLE `payment` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`amount` integer NOT NULL,
	`method` text NOT NULL,
	`reference` text,
	`paid_at` text NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoice`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO payment (id, invoice_id, amount, method, paid_at, created_at, created_by)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
  id, paid_amount, 'adjustment', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'), updated_at, updated_by
FROM invoice WHERE paid_amount <> 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_id_unique` ON `payment` (`id`);--> statement-breakpoint
CREATE INDEX `payment_invoice` ON `payment` (`invoice_id`);
--> statement-breakpoint
CREATE TRIGGER payment_keep_insert BEFORE INSERT ON payment WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM payment WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM payment WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER payment_keep_update BEFORE UPDATE ON payment BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER payment_keep_delete BEFORE DELETE ON payment BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
