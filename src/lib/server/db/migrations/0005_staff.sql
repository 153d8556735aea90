-- A staff session ends in the transaction that takes its ground away, whichever way the row is changed: disabled, another
-- password, another role or merchant.
CREATE FUNCTION end_staff_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM staff_session WHERE staff_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER staff_sessions_end AFTER UPDATE OF disabled_at, password_hash, role, merchant_id ON staff FOR EACH ROW
  WHEN ((NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL) OR NEW.password_hash <> OLD.password_hash
    OR NEW.role <> OLD.role OR NEW.merchant_id IS DISTINCT FROM OLD.merchant_id)
  EXECUTE FUNCTION end_staff_sessions();
