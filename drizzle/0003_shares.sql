CREATE TABLE "share_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "share_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"share_id" uuid NOT NULL,
	"owner_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"what" text,
	"device" text,
	"visitor" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_visits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"share_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "share_visits_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" uuid,
	"resources" jsonb NOT NULL,
	"masks" jsonb NOT NULL,
	"include_files" boolean NOT NULL,
	"allow_downloads" boolean NOT NULL,
	"mode" text NOT NULL,
	"recipient" text,
	"note" text,
	"redactions" jsonb NOT NULL,
	"token_hash" text NOT NULL,
	"passcode_hash" text,
	"view_limit" integer,
	"views_left" integer,
	"view_count" integer DEFAULT 0 NOT NULL,
	"first_viewed_at" timestamp (3) with time zone,
	"last_viewed_at" timestamp (3) with time zone,
	"frozen" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shares_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "share_events" ADD CONSTRAINT "share_events_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_events" ADD CONSTRAINT "share_events_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visits" ADD CONSTRAINT "share_visits_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_events_share_id_id_index" ON "share_events" USING btree ("share_id","id");--> statement-breakpoint
CREATE INDEX "share_visits_share_id_index" ON "share_visits" USING btree ("share_id");--> statement-breakpoint
CREATE INDEX "share_visits_expires_at_index" ON "share_visits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "shares_owner_id_created_at_id_index" ON "shares" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "shares_expires_at_index" ON "shares" USING btree ("expires_at");