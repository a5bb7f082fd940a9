ALTER TABLE "passes" ADD COLUMN "access_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_generation" integer DEFAULT 0 NOT NULL;