CREATE TABLE "firebase_records" (
	"collection" text NOT NULL,
	"source_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"record_id" text NOT NULL,
	"digest" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "firebase_records_collection_source_id_pk" PRIMARY KEY("collection","source_id")
);
--> statement-breakpoint
ALTER TABLE "firebase_records" ADD CONSTRAINT "firebase_records_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "firebase_records_owner_id_index" ON "firebase_records" USING btree ("owner_id");