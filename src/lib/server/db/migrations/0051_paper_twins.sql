-- A paper's number as it is compared (plainNumber of src/lib/rules/companies/paper-checks.ts; tests/server/parity.test.ts
-- holds the two together).
CREATE FUNCTION plain_number(number text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(upper(normalize(number, NFKC)),
  E' \t\n\r\u200B\uFEFF\u2010\u2011\u2012\u2013\u2014\u2015\u2212-', '');
--> statement-breakpoint
CREATE INDEX "paper_plain_number" ON "paper" USING btree (plain_number("number")) WHERE status in ('reviewing', 'approved');--> statement-breakpoint
CREATE INDEX "stored_file_digest" ON "stored_file" USING btree ("digest");
