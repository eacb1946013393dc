CREATE UNIQUE INDEX `doctor_user` ON `doctor` (`user_id`) WHERE deleted_at IS NULL;
