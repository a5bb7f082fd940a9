CREATE TABLE "former_numbers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"credential_id" uuid NOT NULL,
	"number" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_numbers_credentialId_number_unique" UNIQUE("credential_id","number")
);
--> statement-breakpoint
ALTER TABLE "former_numbers" ADD CONSTRAINT "former_numbers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_numbers" ADD CONSTRAINT "former_numbers_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_numbers_owner_id_index" ON "former_numbers" USING btree ("owner_id");