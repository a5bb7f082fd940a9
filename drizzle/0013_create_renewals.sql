CREATE TABLE "renewals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"credential_id" uuid NOT NULL,
	"state" text NOT NULL,
	"opened_on" date NOT NULL,
	"submitted_on" date,
	"class_on" date,
	"fee" integer,
	"confirmation" text,
	"notes" text,
	"renewed_to" jsonb,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "renewals_state" CHECK (case "renewals"."state"
        when 'planned' then "renewals"."submitted_on" is null and "renewals"."finished_at" is null
        when 'submitted' then "renewals"."submitted_on" is not null and "renewals"."finished_at" is null
        when 'done' then "renewals"."finished_at" is not null and "renewals"."renewed_to" is not null
        else false end),
	CONSTRAINT "renewals_fee" CHECK ("renewals"."fee" between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"credential_id" uuid NOT NULL,
	"renewal_id" uuid NOT NULL,
	"issued_at" date,
	"expires_at" date,
	"never_expires" boolean NOT NULL,
	"number" text,
	"file_id" uuid,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "terms_renewal_id_unique" UNIQUE("renewal_id")
);
--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms" ADD CONSTRAINT "terms_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms" ADD CONSTRAINT "terms_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms" ADD CONSTRAINT "terms_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "renewals_one_open" ON "renewals" USING btree ("credential_id") WHERE "renewals"."deleted_at" is null and "renewals"."state" <> 'done';--> statement-breakpoint
CREATE INDEX "renewals_credential_id_index" ON "renewals" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "renewals_owner_id_index" ON "renewals" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "renewals_deleted_at_index" ON "renewals" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "terms_credential_id_index" ON "terms" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "terms_owner_id_index" ON "terms" USING btree ("owner_id");