CREATE TABLE "mail_addresses" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_addresses_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "mail_senders" (
	"owner_id" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_senders_owner_id_address_pk" PRIMARY KEY("owner_id","address")
);
--> statement-breakpoint
CREATE TABLE "mailed_files" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"mail_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text NOT NULL,
	"sender" text NOT NULL,
	"subject" text NOT NULL,
	"checks" jsonb,
	"refused" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "received_mails_ownerId_fingerprint_unique" UNIQUE("owner_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "mail_addresses" ADD CONSTRAINT "mail_addresses_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_senders" ADD CONSTRAINT "mail_senders_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_files" ADD CONSTRAINT "mailed_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_files" ADD CONSTRAINT "mailed_files_mail_id_received_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."received_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailed_files_mail_id_index" ON "mailed_files" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "received_mails_owner_id_received_at_index" ON "received_mails" USING btree ("owner_id","received_at");--> statement-breakpoint
CREATE INDEX "received_mails_received_at_index" ON "received_mails" USING btree ("received_at");