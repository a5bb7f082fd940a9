CREATE TABLE "share_webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"share_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"device" text,
	"view_count" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"send_after" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "share_webhook_events" ADD CONSTRAINT "share_webhook_events_owner_id_webhooks_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."webhooks"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_webhook_events" ADD CONSTRAINT "share_webhook_events_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_webhook_events_owner_id_index" ON "share_webhook_events" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "share_webhook_events_share_id_index" ON "share_webhook_events" USING btree ("share_id");--> statement-breakpoint
CREATE INDEX "share_webhook_events_send_after_index" ON "share_webhook_events" USING btree ("send_after");