ALTER TABLE "passes" DROP CONSTRAINT "passes_credentialId_unique";--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "kind" text DEFAULT 'apple' NOT NULL;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_credentialId_kind_unique" UNIQUE("credential_id","kind");