CREATE TABLE "imported_credentials" (
	"import_id" uuid NOT NULL,
	"credential_id" uuid NOT NULL,
	CONSTRAINT "imported_credentials_import_id_credential_id_pk" PRIMARY KEY("import_id","credential_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"file_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "imported_credentials" ADD CONSTRAINT "imported_credentials_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_credentials" ADD CONSTRAINT "imported_credentials_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_credentials_credential_id_index" ON "imported_credentials" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "imports_owner_id_created_at_index" ON "imports" USING btree ("owner_id","created_at");