ALTER TABLE "credentials" ADD COLUMN "free_fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "free_fields" jsonb DEFAULT '{}'::jsonb NOT NULL;