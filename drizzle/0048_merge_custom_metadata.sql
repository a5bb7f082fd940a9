-- Custom metadata of Firebase clients and free fields are one thing. A name that a file has itself, or that the owner uses for
-- another value, becomes "name (own)".
UPDATE "files" SET
	"free_fields" = (
		select coalesce(jsonb_object_agg(case
			when "key" in ('id', 'userId', 'name', 'size', 'mimeType', 'sha256', 'resourceType', 'resourceId', 'createdAt', 'ownerId', 'key', 'freeFields', 'deletedAt', 'path', 'fault', 'objectPath', 'objectDetails')
				or "free_fields" -> "key" <> "value" then "key" || ' (own)'
			else "key" end, "value"), '{}')
		from jsonb_each("object_details" -> 'custom')
	) || "free_fields",
	"object_details" = "object_details" - 'custom'
WHERE "object_details" ? 'custom';
--> statement-breakpoint
-- A value of `free_fields` may be a number or a boolean now: one that cannot become the new field is kept as it is.
CREATE OR REPLACE FUNCTION "take_free_field"("of_table" regclass, "field" text, "to_column" text, "pattern" text) RETURNS void LANGUAGE plpgsql AS $$ declare
	"owned" record;
	"column_type" text := (select format_type(atttypid, atttypmod) from pg_attribute where attrelid = "of_table" and attname = "to_column");
	"new_name" text;
begin
	-- An invalid pattern is a fault of the migration, not of a text.
	perform '' ~ "pattern";
	for "owned" in execute format('select "id", "free_fields", "free_fields"->>%1$L as "value" from %2$s where "free_fields" ? %1$L', "field", "of_table") loop
		begin
			if "owned"."value" ~ "pattern" then
				execute format('update %s set %I = $1::%s, "free_fields" = "free_fields" - $2 where "id" = $3', "of_table", "to_column", "column_type")
				using "owned"."value", "field", "owned"."id";
				continue;
			end if;
		exception when data_exception or integrity_constraint_violation then null;
		end;
		"new_name" := "field" || ' (own)';
		while "owned"."free_fields" ? "new_name" loop "new_name" := "new_name" || '*'; end loop;
		execute format('update %s set "free_fields" = ("free_fields" - $1) || jsonb_build_object($2, $3) where "id" = $4', "of_table")
		using "field", "new_name", "owned"."free_fields" -> "field", "owned"."id";
	end loop;
end $$;
