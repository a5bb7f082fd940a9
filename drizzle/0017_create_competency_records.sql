CREATE TABLE "competency_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"amount" numeric(7, 2),
	"start_date" date,
	"end_date" date NOT NULL,
	"organization" text,
	"notes" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "competency_records_amount" CHECK ("competency_records"."amount" > 0 and "competency_records"."amount" <= 20000),
	CONSTRAINT "competency_records_dates" CHECK ("competency_records"."start_date" <= "competency_records"."end_date")
);
--> statement-breakpoint
ALTER TABLE "competency_records" ADD CONSTRAINT "competency_records_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "competency_records_owner_id_end_date_id_index" ON "competency_records" USING btree ("owner_id","end_date","id");--> statement-breakpoint
CREATE INDEX "competency_records_deleted_at_index" ON "competency_records" USING btree ("deleted_at");