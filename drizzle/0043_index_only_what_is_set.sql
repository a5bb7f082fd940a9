DROP INDEX "ceu_cycles_license_id_index";
--> statement-breakpoint
DROP INDEX "ceu_cycles_certification_id_index";
--> statement-breakpoint
DROP INDEX "ceu_cycles_deleted_at_index";
--> statement-breakpoint
DROP INDEX "ceu_entries_import_id_index";
--> statement-breakpoint
DROP INDEX "ceu_entries_file_id_index";
--> statement-breakpoint
DROP INDEX "ceu_entries_deleted_at_index";
--> statement-breakpoint
DROP INDEX "residences_deleted_at_index";
--> statement-breakpoint
DROP INDEX "competency_records_deleted_at_index";
--> statement-breakpoint
DROP INDEX "credentials_file_id_index";
--> statement-breakpoint
DROP INDEX "credentials_deleted_at_index";
--> statement-breakpoint
DROP INDEX "files_deleted_at_index";
--> statement-breakpoint
DROP INDEX "health_records_deleted_at_index";
--> statement-breakpoint
DROP INDEX "lookups_deleted_at_index";
--> statement-breakpoint
DROP INDEX "renewals_deleted_at_index";
--> statement-breakpoint
DROP INDEX "requirement_lists_deleted_at_index";
--> statement-breakpoint
CREATE INDEX "ceu_cycles_license_id_index" ON "ceu_cycles" USING btree ("license_id") WHERE "ceu_cycles"."license_id" is not null;
--> statement-breakpoint
CREATE INDEX "ceu_cycles_certification_id_index" ON "ceu_cycles" USING btree ("certification_id") WHERE "ceu_cycles"."certification_id" is not null;
--> statement-breakpoint
CREATE INDEX "ceu_cycles_deleted_at_index" ON "ceu_cycles" USING btree ("deleted_at") WHERE "ceu_cycles"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "ceu_entries_import_id_index" ON "ceu_entries" USING btree ("import_id") WHERE "ceu_entries"."import_id" is not null;
--> statement-breakpoint
CREATE INDEX "ceu_entries_file_id_index" ON "ceu_entries" USING btree ("file_id") WHERE "ceu_entries"."file_id" is not null;
--> statement-breakpoint
CREATE INDEX "ceu_entries_deleted_at_index" ON "ceu_entries" USING btree ("deleted_at") WHERE "ceu_entries"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "residences_deleted_at_index" ON "residences" USING btree ("deleted_at") WHERE "residences"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "competency_records_deleted_at_index" ON "competency_records" USING btree ("deleted_at") WHERE "competency_records"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "credentials_file_id_index" ON "credentials" USING btree ("file_id") WHERE "credentials"."file_id" is not null;
--> statement-breakpoint
CREATE INDEX "credentials_deleted_at_index" ON "credentials" USING btree ("deleted_at") WHERE "credentials"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "files_deleted_at_index" ON "files" USING btree ("deleted_at") WHERE "files"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "health_records_deleted_at_index" ON "health_records" USING btree ("deleted_at") WHERE "health_records"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "lookups_deleted_at_index" ON "lookups" USING btree ("deleted_at") WHERE "lookups"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "renewals_deleted_at_index" ON "renewals" USING btree ("deleted_at") WHERE "renewals"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "requirement_lists_deleted_at_index" ON "requirement_lists" USING btree ("deleted_at") WHERE "requirement_lists"."deleted_at" is not null;