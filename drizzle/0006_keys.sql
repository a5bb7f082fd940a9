CREATE TABLE "file_keys" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"wrapped" text NOT NULL,
	"wrapped_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "file_keys_folder_unique" UNIQUE("folder")
);
--> statement-breakpoint
ALTER TABLE "file_keys" ADD CONSTRAINT "file_keys_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_keys_wrapped_by_index" ON "file_keys" USING btree ("wrapped_by");