CREATE TABLE `deployment` (
	`one` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	CONSTRAINT "deployment_one" CHECK(one = 1)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER deployment_keep_insert BEFORE INSERT ON deployment WHEN EXISTS (SELECT 1 FROM deployment WHERE one = NEW.one) BEGIN SELECT RAISE(ABORT, 'deployment is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER deployment_keep_update BEFORE UPDATE ON deployment BEGIN SELECT RAISE(ABORT, 'deployment is append-only'); END;
--> statement-breakpoint
INSERT INTO deployment (one, id) VALUES (1, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))));
