-- A search finds a number however it is written: RN123456, rn 123456, RN-123456. The stored text of a search gets its words without
-- separators, and its letters without accents as `foldText` writes them now.
WITH "folded" AS (
	SELECT "id",
		replace(replace(replace(replace(translate("search_text", 'łøđðı', 'loddi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') AS "search_text",
		replace(replace(replace(replace(translate("sort_title", 'łøđðı', 'loddi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') AS "sort_title",
		regexp_replace(lower(coalesce("number", '')), '[^[:alnum:]]', '', 'g') AS "number"
	FROM "credentials"
), "changed" AS (
	SELECT "id", "sort_title", concat_ws(E'\n', "search_text", nullif("number", ''),
		nullif(regexp_replace("search_text", '([[:alnum:]])[^[:alnum:]_[:space:]]+(?=[[:alnum:]])', '\1', 'g'), "search_text")) AS "search_text"
	FROM "folded"
)
UPDATE "credentials" SET "search_text" = "changed"."search_text", "sort_title" = "changed"."sort_title" FROM "changed"
WHERE "credentials"."id" = "changed"."id"
	AND ("credentials"."search_text" <> "changed"."search_text" OR "credentials"."sort_title" <> "changed"."sort_title");
