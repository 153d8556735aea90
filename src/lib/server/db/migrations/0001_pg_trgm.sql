-- Substring search over names. The extension is a trusted one: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
