CREATE TABLE "ceu_counts" (
	"entry_id" uuid NOT NULL,
	"cycle_id" uuid NOT NULL,
	"owner_id" text NOT NULL,
	"position" integer NOT NULL,
	"accepted_hours" numeric(6, 2),
	"counted_hours" numeric(6, 2) DEFAULT 0 NOT NULL,
	"reasons" jsonb NOT NULL,
	"was_main" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ceu_counts_entry_id_cycle_id_pk" PRIMARY KEY("entry_id","cycle_id"),
	CONSTRAINT "ceu_counts_hours" CHECK ("ceu_counts"."counted_hours" >= 0 and "ceu_counts"."accepted_hours" between 0 and 500)
);
--> statement-breakpoint
CREATE TABLE "ceu_cycles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"state" text,
	"cycle_start" date NOT NULL,
	"cycle_end" date NOT NULL,
	"required_hours" numeric(6, 2),
	"hours_completed" numeric(9, 2) DEFAULT 0 NOT NULL,
	"topics_completed" jsonb NOT NULL,
	"notes" text,
	"license_id" uuid,
	"certification_id" uuid,
	"topics" jsonb NOT NULL,
	"rule_id" text,
	"rule" jsonb,
	"answers" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "ceu_cycles_id_owner" UNIQUE("id","owner_id"),
	CONSTRAINT "ceu_cycles_dates" CHECK ("ceu_cycles"."cycle_end" > "ceu_cycles"."cycle_start"),
	CONSTRAINT "ceu_cycles_credential" CHECK ("ceu_cycles"."license_id" is null or "ceu_cycles"."certification_id" is null),
	CONSTRAINT "ceu_cycles_hours" CHECK ("ceu_cycles"."required_hours" > 0 and "ceu_cycles"."hours_completed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ceu_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"cycle_id" uuid NOT NULL,
	"title" text NOT NULL,
	"provider" text NOT NULL,
	"hours" numeric(6, 2) NOT NULL,
	"amount" numeric(8, 2),
	"unit" text NOT NULL,
	"kind" text NOT NULL,
	"completed_at" date NOT NULL,
	"topic_tags" text[] NOT NULL,
	"topic_hours" jsonb NOT NULL,
	"file_id" uuid,
	"holder_name" text,
	"approved_by" text,
	"provider_number" text,
	"notes" text,
	"import_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_with_cycle_id" uuid,
	CONSTRAINT "ceu_entries_id_owner" UNIQUE("id","owner_id"),
	CONSTRAINT "ceu_entries_hours" CHECK ("ceu_entries"."hours" > 0 and "ceu_entries"."hours" <= 500)
);
--> statement-breakpoint
ALTER TABLE "ceu_counts" ADD CONSTRAINT "ceu_counts_entry_of_owner" FOREIGN KEY ("entry_id","owner_id") REFERENCES "public"."ceu_entries"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ceu_counts" ADD CONSTRAINT "ceu_counts_cycle_of_owner" FOREIGN KEY ("cycle_id","owner_id") REFERENCES "public"."ceu_cycles"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ceu_cycles" ADD CONSTRAINT "ceu_cycles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ceu_cycles" ADD CONSTRAINT "ceu_cycles_license_id_credentials_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."credentials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ceu_cycles" ADD CONSTRAINT "ceu_cycles_certification_id_credentials_id_fk" FOREIGN KEY ("certification_id") REFERENCES "public"."credentials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ceu_entries" ADD CONSTRAINT "ceu_entries_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ceu_entries" ADD CONSTRAINT "ceu_entries_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ceu_entries" ADD CONSTRAINT "ceu_entries_cycle_of_owner" FOREIGN KEY ("cycle_id","owner_id") REFERENCES "public"."ceu_cycles"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ceu_counts_cycle_id_index" ON "ceu_counts" USING btree ("cycle_id");--> statement-breakpoint
CREATE INDEX "ceu_cycles_owner_id_cycle_start_id_index" ON "ceu_cycles" USING btree ("owner_id","cycle_start","id");--> statement-breakpoint
CREATE INDEX "ceu_cycles_license_id_index" ON "ceu_cycles" USING btree ("license_id");--> statement-breakpoint
CREATE INDEX "ceu_cycles_certification_id_index" ON "ceu_cycles" USING btree ("certification_id");--> statement-breakpoint
CREATE INDEX "ceu_cycles_deleted_at_index" ON "ceu_cycles" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "ceu_entries_owner_id_completed_at_id_index" ON "ceu_entries" USING btree ("owner_id","completed_at","id");--> statement-breakpoint
CREATE INDEX "ceu_entries_owner_id_created_at_index" ON "ceu_entries" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "ceu_entries_cycle_id_index" ON "ceu_entries" USING btree ("cycle_id");--> statement-breakpoint
CREATE INDEX "ceu_entries_import_id_index" ON "ceu_entries" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "ceu_entries_file_id_index" ON "ceu_entries" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "ceu_entries_deleted_at_index" ON "ceu_entries" USING btree ("deleted_at");