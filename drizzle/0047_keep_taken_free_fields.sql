-- For a migration that takes a name which owners may have used for a free field; CONTRIBUTING.md, "Add a field", says how to call it.
-- A text that matches the pattern and the column becomes the column's value. Any other stays a free field, under a name with "(own)".
CREATE FUNCTION "take_free_field"("of_table" regclass, "field" text, "to_column" text, "pattern" text) RETURNS void LANGUAGE plpgsql AS $$ declare
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
		using "field", "new_name", "owned"."value", "owned"."id";
	end loop;
end $$;
--> statement-breakpoint
-- Names that were taken after free fields existed: a text under one of them was hidden, or could not be cleared.
SELECT "take_free_field"('credentials', 'followsSchedule', null, null);
--> statement-breakpoint
SELECT "take_free_field"('files', 'objectPath', null, null), "take_free_field"('files', 'objectDetails', null, null);
