CREATE TABLE "storage_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"object_path" text NOT NULL,
	"size" bigint,
	"metadata" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	"file_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "object_path" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "object_details" jsonb;--> statement-breakpoint
ALTER TABLE "storage_uploads" ADD CONSTRAINT "storage_uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "storage_uploads_owner_id_used_at_index" ON "storage_uploads" USING btree ("owner_id","used_at");--> statement-breakpoint
CREATE INDEX "storage_uploads_created_at_index" ON "storage_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "files_object" ON "files" USING btree ("owner_id","object_path");