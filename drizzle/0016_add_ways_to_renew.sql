ALTER TABLE "ceu_cycles" ADD COLUMN "rule_record" jsonb;--> statement-breakpoint
ALTER TABLE "ceu_cycles" ADD COLUMN "way_id" text;--> statement-breakpoint
ALTER TABLE "ceu_cycles" ADD COLUMN "need_answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ceu_cycles" ADD COLUMN "carried_over_hours" numeric(6, 2);