-- A line that goes into a cart by raise_line is announced by who wrote it, with others of the same moment in one
-- statement (src/lib/server/events/publish.ts): NOTIFY lets one transaction at a time commit, and adding is the write that
-- comes most often. It says so for its transaction; whoever does not is announced as before, an older release too.
CREATE OR REPLACE TRIGGER cart_line_own_insert AFTER INSERT ON cart_line REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN (current_setting('yaopi.cart_is_told', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION announce_own_of_people();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER cart_line_own_update AFTER UPDATE ON cart_line REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN (current_setting('yaopi.cart_is_told', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION announce_own_of_people();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER store_cart_line_own_insert AFTER INSERT ON store_cart_line REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN (current_setting('yaopi.cart_is_told', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION announce_own_of_people();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER store_cart_line_own_update AFTER UPDATE ON store_cart_line REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN (current_setting('yaopi.cart_is_told', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION announce_own_of_people();
