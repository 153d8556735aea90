-- Desks count the sets of changes that wait for a second person.
CREATE TRIGGER change_set_desk AFTER UPDATE ON public.change_set FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state AND 'waiting' IN (old.state, new.state))
  EXECUTE FUNCTION public.announce_desk();
