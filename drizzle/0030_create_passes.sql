CREATE TABLE "pass_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pass_id" uuid NOT NULL,
	"device" text NOT NULL,
	"push_token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pass_devices_passId_device_unique" UNIQUE("pass_id","device")
);
--> statement-breakpoint
CREATE TABLE "passes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text,
	"credential_id" uuid,
	"serial" text NOT NULL,
	"token_hashes" text[] NOT NULL,
	"shows_number" boolean NOT NULL,
	"is_void" boolean DEFAULT false NOT NULL,
	"credential_updated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"push_due_at" timestamp (3) with time zone,
	"push_tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "passes_credentialId_unique" UNIQUE("credential_id"),
	CONSTRAINT "passes_serial_unique" UNIQUE("serial")
);
--> statement-breakpoint
ALTER TABLE "pass_devices" ADD CONSTRAINT "pass_devices_pass_id_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."passes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pass_devices_device_index" ON "pass_devices" USING btree ("device");--> statement-breakpoint
CREATE INDEX "passes_owner_id_index" ON "passes" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "passes_push_due_at_index" ON "passes" USING btree ("push_due_at");