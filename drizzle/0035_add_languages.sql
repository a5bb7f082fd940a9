ALTER TABLE "account_removals" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "language" text;