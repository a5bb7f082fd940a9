CREATE TABLE "rule_packs" (
	"version" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"key_id" text NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone
);
